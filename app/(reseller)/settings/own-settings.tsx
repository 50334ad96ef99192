import type { ReactNode } from "react";
import type { OpenSessionView } from "#lib/account/list-sessions";
import type { SessionView } from "#lib/account/read-session";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Time } from "../../ui/time.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Sessions } from "./sessions.tsx";

interface Props {
  session: SessionView;
  sessions: readonly OpenSessionView[];
  children?: ReactNode;
}

/** One's own name, password and devices, for resellers and admins. */
export function OwnSettings({ session, sessions, children }: Props) {
  const { email } = session.actor;
  const devices = sessions.map(({ id, device, address, seenAt, current }) => ({
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
        {children}
      </div>
    </>
  );
}
