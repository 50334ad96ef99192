import type { ReactNode } from "react";
import type { SessionView } from "#lib/account/session/read";
import type { LeftBehind } from "#lib/safety/left-behind";
import { leftBehindWords } from "../../choose-password/left-behind.ts";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Time } from "../../ui/time.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Sessions } from "./sessions.tsx";

interface Props {
  session: SessionView;
  /** With the open sessions, what else was made since the last change of the password. */
  found: LeftBehind;
  children?: ReactNode;
}

/** One's own name, password and devices, for resellers and admins. */
export function OwnSettings({ session, found, children }: Props) {
  const { email } = session.actor;
  const devices = found.sessions.map(({ id, device, address, seenAt, current }) => ({
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
          <PasswordForm email={email} found={leftBehindWords(found)} />
        </Card>
        <Sessions devices={devices} />
        {children}
      </div>
    </>
  );
}
