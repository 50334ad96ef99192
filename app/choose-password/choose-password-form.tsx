import type { ReactNode } from "react";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm, type FormAction, FormStatus } from "#app/ui/form/form";
import { PasswordField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatTime } from "#lib/core/time/time";
import type { AccessReview } from "#lib/reseller/access-review";

interface Props {
  action: FormAction<never>;
  hidden?: Record<string, string>;
  email: string;
  review: AccessReview | undefined;
  children?: ReactNode;
}

/** Sets a new password and reviews the access added under the old one. */
export function ChoosePasswordForm({ action, hidden = {}, email, review, children }: Props) {
  return (
    <ActionForm action={action} hidden={hidden} className="gap-5">
      <FormStatus />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {children}
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters. Three or four words are easy to remember."
      />
      {review && <AccessReviewFields review={review} />}
      <SubmitButton size="lg" wide>
        Save password
      </SubmitButton>
    </ActionForm>
  );
}

/** Lists the access added since the last password change, to be removed. Renders nothing without any. */
export function AccessReviewFields({ review }: { review: AccessReview }) {
  const { since, tokens, passkeys, granted, paymentMethodsChangedAt, sessions } = review;
  const otherDevices = new Set(sessions.filter(({ current }) => !current).map(({ device }) => device));
  const hasAdditions =
    tokens.length + passkeys.length + granted.length > 0 || paymentMethodsChangedAt !== null;
  if (!hasAdditions && otherDevices.size === 0) return null;
  return (
    <div className="grid gap-3">
      {hasAdditions && (
        <fieldset className="grid gap-1">
          <legend className="font-medium text-sm">Added since {formatTime(since)}</legend>
          <p className="text-muted text-sm">
            These were added since your last password change. Select any you don’t recognise and we’ll remove
            them.
          </p>
          {tokens.map(({ id, name, hint, createdAt }) => (
            <Checkbox
              key={id}
              name="endTokens"
              value={id}
              label={`Revoke token “${name}” (…${hint})`}
              note={`Created ${formatTime(createdAt)}`}
            />
          ))}
          {passkeys.map(({ id, name, createdAt }) => (
            <Checkbox
              key={id}
              name="endPasskeys"
              value={id}
              label={`Remove passkey “${name}”`}
              note={`Added ${formatTime(createdAt)}`}
            />
          ))}
          {granted.map(({ id, label, createdAt }) => (
            <Checkbox
              key={id}
              name="endGranted"
              value={id}
              label={label}
              note={`Added ${formatTime(createdAt)}`}
            />
          ))}
          {paymentMethodsChangedAt && (
            <Checkbox
              name="endPayments"
              value="yes"
              label="Remove my shop’s bank details and pause the shop"
              note={`Payment methods changed ${formatTime(paymentMethodsChangedAt)}`}
            />
          )}
        </fieldset>
      )}
      {otherDevices.size > 0 && (
        <p className="text-muted text-sm">
          Signed out when you save: {new Intl.ListFormat("en").format(otherDevices)}.
        </p>
      )}
    </div>
  );
}
