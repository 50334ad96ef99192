import type { Metadata } from "next";
import { listSessions } from "#lib/account/list-sessions";
import { requireResellerPage } from "#lib/web/actor";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Time } from "../../ui/time.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Sessions } from "./sessions.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { ctx, session } = await requireResellerPage();
  const { email } = session.actor;
  const devices = (await listSessions(ctx)).map(({ id, device, address, seenAt, current }) => ({
    id,
    name: device,
    current,
    note: (
      <>
        Last used <Time at={seenAt} />
        {address && ` from ${address}`}
      </>
    ),
  }));
  return (
    <>
      <PageHeader title="Settings" lead={`You sign in as ${email}`} />
      <div className="grid gap-5">
        <Card title="Your name">
          <NameForm name={session.name} />
        </Card>
        <Card title="Your password">
          <PasswordForm email={email} />
        </Card>
        <Sessions devices={devices} />
      </div>
    </>
  );
}
