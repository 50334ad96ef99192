import type { ReactNode } from "react";
import type { PasskeyView } from "#lib/account/passkey/own-passkeys";
import type { SessionView } from "#lib/account/session/read";
import type { TwoFactorView } from "#lib/account/two-factor/state";
import type { LeftBehind } from "#lib/safety/left-behind";
import { LeftBehindFields } from "../../choose-password/left-behind-fields.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { List, Row } from "../../ui/row.tsx";
import { RowAct } from "../../ui/row-act.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Time } from "../../ui/time.tsx";
import { changePassword, endSessions, rename } from "./actions.ts";
import { PasskeysCard } from "./passkeys-card.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";

interface Props {
  session: SessionView;
  /** With the open sessions, what else was made since the last change of the password. */
  found: LeftBehind;
  twoFactor: TwoFactorView;
  passkeys: readonly PasskeyView[];
  /** Where one chooses what one is told. */
  noticesAt: string;
  children?: ReactNode;
}

/** One's own name, what one signs in with, and one's devices, for resellers and admins. */
export function OwnSettings({ session, found, twoFactor, passkeys, noticesAt, children }: Props) {
  const { email } = session.actor;
  return (
    <>
      <PageHeader title="Settings" lead={`You sign in as ${email}`} />
      <div className="grid gap-5">
        <Card title="Your name">
          <ActionForm action={rename} className="max-w-md gap-4">
            <FormAnswer />
            <Input
              label="Name"
              name="name"
              autoComplete="name"
              required
              maxLength={100}
              defaultValue={session.name}
            />
            <div>
              <SubmitButton variant="secondary">Save name</SubmitButton>
            </div>
          </ActionForm>
        </Card>
        <Card title="Your password">
          <PasswordForm email={email} found={found} />
        </Card>
        <TwoFactorCard state={twoFactor} />
        <PasskeysCard passkeys={passkeys} />
        <Devices sessions={found.sessions} />
        <Card
          title="Notices"
          action={
            <ButtonLink href={noticesAt} variant="quiet" size="sm">
              Choose
            </ButtonLink>
          }
        >
          <p className="text-muted">What you are told, and how.</p>
        </Card>
        {children}
      </div>
    </>
  );
}

function PasswordForm({ email, found }: { email: string; found: LeftBehind }) {
  return (
    <ActionForm action={changePassword} className="max-w-md gap-4">
      <FormAnswer />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password now" name="currentPassword" autoComplete="current-password" required />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters."
      />
      <LeftBehindFields found={found} />
      <div>
        <SubmitButton variant="secondary">Change password</SubmitButton>
      </div>
    </ActionForm>
  );
}

/** The devices that are signed in, with a way to sign each of them out. */
function Devices({ sessions }: Pick<LeftBehind, "sessions">) {
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <ActionForm action={endSessions} className="">
      <Card title="Where you are signed in" padded={false}>
        <div className="px-4 md:px-5">
          <FormAnswer />
        </div>
        <List label="Devices">
          {sessions.map(({ id, device, address, seenAt, current }) => (
            <Row
              key={id}
              title={device}
              note={
                <>
                  Last used <Time at={seenAt} />
                  {address && ` from ${address}`}
                </>
              }
              state={
                current ? (
                  "This device"
                ) : (
                  <RowAct name="which" value={id} aria-label={`Sign out ${device}`}>
                    Sign out
                  </RowAct>
                )
              }
            />
          ))}
        </List>
        {others > 1 && (
          <div className="border-line border-t p-4 md:px-5">
            <SubmitButton variant="danger" name="which" value="others">
              Sign out all others
            </SubmitButton>
          </div>
        )}
      </Card>
    </ActionForm>
  );
}
