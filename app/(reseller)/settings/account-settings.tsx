import type { ReactNode } from "react";
import { AccessReviewFields } from "#app/choose-password/choose-password-form";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
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
  noticesAt: string;
  above?: ReactNode;
  children?: ReactNode;
}

/** The name, sign-in methods and devices of a reseller or admin. */
export function AccountSettings({ session, review, twoFactor, passkeys, noticesAt, above, children }: Props) {
  const { email } = session.actor;
  return (
    <>
      <PageHeader title="Settings" lead={`Signed in as ${email}`} />
      {above}
      <div className="grid gap-5">
        <Card title="Name">
          <ActionForm action={renameAccountAction} className="max-w-md gap-4">
            <FormStatus />
            <Input
              label="Name"
              name="name"
              autoComplete="name"
              required
              maxLength={100}
              defaultValue={session.name}
            />
            <SubmitButton variant="secondary" className="self-start">
              Save name
            </SubmitButton>
          </ActionForm>
        </Card>
        <Card title="Password">
          <PasswordForm email={email} review={review} />
        </Card>
        <TwoFactorCard state={twoFactor} />
        <PasskeysCard passkeys={passkeys} />
        <ActiveSessions sessions={review.sessions} />
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
        {children}
      </div>
    </>
  );
}

function PasswordForm({ email, review }: { email: string; review: AccessReview }) {
  return (
    <ActionForm action={changePasswordAction} className="max-w-md gap-4">
      <FormStatus />
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
      <SubmitButton variant="secondary" className="self-start">
        Change password
      </SubmitButton>
    </ActionForm>
  );
}

/** The active sessions, each with a sign-out button. */
function ActiveSessions({ sessions }: Pick<AccessReview, "sessions">) {
  const otherCount = sessions.filter(({ current }) => !current).length;
  return (
    <ActionForm action={endOtherSessionsAction} className="">
      <Card title="Active sessions" padded={false}>
        <div className="px-4 md:px-5">
          <FormStatus />
        </div>
        <RowList label="Devices">
          {sessions.map(({ id, device, address, seenAt, current }) => (
            <ListRow
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
                  <RowButton name="which" value={id} aria-label={`Sign out ${device}`}>
                    Sign out
                  </RowButton>
                )
              }
            />
          ))}
        </RowList>
        {otherCount > 1 && (
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
