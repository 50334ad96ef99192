import type { ReactNode } from "react";
import { AccessReviewFields } from "#app/choose-password/choose-password-form";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Disclosure } from "#app/ui/disclosure";
import { ActionForm, FormStatus, SubmitRow } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { PasswordField } from "#app/ui/form/password-field";
import { RowButton, SubmitButton } from "#app/ui/form/submit-button";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { PageHeader } from "#app/ui/page/page-header";
import { Time } from "#app/ui/time";
import type { AccessReview } from "#lib/access/access-review";
import type { PasskeyView } from "#lib/account/passkey/passkeys";
import type { SessionView } from "#lib/account/session/read-session";
import type { TwoFactorStatus } from "#lib/account/two-factor/two-factor-status";
import { changePasswordAction, endOtherSessionsAction, renameAccountAction } from "./actions.ts";
import { PasskeysCard, TwoFactorCard } from "./sign-in-cards.tsx";

interface Props {
  session: SessionView;
  /** The sessions, and the access added since the last password change. */
  review: AccessReview;
  twoFactor: TwoFactorStatus;
  passkeys: readonly PasskeyView[];
  /** The address of the notification settings, where no tab leads to them. */
  noticesAt?: string;
  /** The tabs to other settings. */
  tabs?: ReactNode;
  children?: ReactNode;
}

/** The name, sign-in methods and devices of a reseller or admin. */
export function AccountSettings({ session, review, twoFactor, passkeys, noticesAt, tabs, children }: Props) {
  const { email } = session.actor;
  return (
    <>
      <PageHeader title="Settings" lead={`Signed in as ${email}`} />
      {tabs}
      <div className="grid gap-5">
        <Card title="Name">
          <ActionForm action={renameAccountAction} className="max-w-md gap-4">
            <Input
              label="Name"
              name="name"
              autoComplete="name"
              required
              maxLength={100}
              defaultValue={session.name}
            />
            <SubmitRow>
              <SubmitButton variant="secondary">Save name</SubmitButton>
            </SubmitRow>
          </ActionForm>
        </Card>
        <Card id="password-card" title="Password">
          <PasswordForm email={email} review={review} />
        </Card>
        <TwoFactorCard state={twoFactor} />
        <PasskeysCard passkeys={passkeys} />
        <ActiveSessions sessions={review.sessions} />
        {noticesAt && (
          <Card
            title="Notifications"
            action={
              <ButtonLink href={noticesAt} variant="quiet" size="sm">
                Change notifications
              </ButtonLink>
            }
          >
            <p className="text-muted">Choose your notifications and how you get them.</p>
          </Card>
        )}
        {children}
      </div>
    </>
  );
}

function PasswordForm({ email, review }: { email: string; review: AccessReview }) {
  return (
    <ActionForm action={changePasswordAction} className="max-w-md gap-4">
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters."
      />
      <AccessReviewFields review={review} />
      <SubmitRow>
        <SubmitButton variant="secondary">Change password</SubmitButton>
      </SubmitRow>
    </ActionForm>
  );
}

/** Other sessions in sight; older ones are folded. */
const MAX_OTHER_SESSIONS = 2;

/** The active sessions, each with a sign-out button. */
function ActiveSessions({ sessions }: Pick<AccessReview, "sessions">) {
  const otherSessions = sessions.filter(({ current }) => !current);
  const folded = otherSessions.slice(MAX_OTHER_SESSIONS);
  return (
    <ActionForm action={endOtherSessionsAction} className="">
      <Card id="sessions-card" title="Active sessions" padded={false}>
        <RowList label="Devices">
          {sessions
            .filter((session) => !folded.includes(session))
            .map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
        </RowList>
        {folded.length > 0 && (
          <Disclosure
            title={folded.length === 1 ? "1 more session" : `${folded.length} more sessions`}
            className="border-line border-t *:first:px-4 md:*:first:px-5"
          >
            <RowList label="More devices">
              {folded.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </RowList>
          </Disclosure>
        )}
        <div className="grid gap-4 border-line px-4 has-[button,[role]]:border-t has-[button,[role]]:py-4 md:px-5">
          <FormStatus />
          {otherSessions.length > 1 && (
            <SubmitButton variant="danger" name="which" value="others" className="justify-self-start">
              Sign out all others
            </SubmitButton>
          )}
        </div>
      </Card>
    </ActionForm>
  );
}

function SessionRow({ session }: { session: AccessReview["sessions"][number] }) {
  const { id, device, address, seenAt, current } = session;
  return (
    <ListRow
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
          <RowButton name="which" value={id} aria-label={`Sign out ${device}`}>
            Sign out
          </RowButton>
        )
      }
    />
  );
}
