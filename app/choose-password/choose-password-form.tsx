import type { ReactNode } from "react";
import { ActionForm, type FormAction, FormStatus } from "#app/ui/form/form";
import { PasswordField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import type { AccessReview } from "#lib/access/access-review";
import { AccessReviewFields } from "./access-review-fields.tsx";

interface Props {
  action: FormAction<never>;
  hidden?: Record<string, string>;
  /** The email, for password managers. */
  email: string;
  review: AccessReview | undefined;
  /** Shown before the password. */
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
