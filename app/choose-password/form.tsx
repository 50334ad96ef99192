import type { ReactNode } from "react";
import type { LeftBehind } from "#lib/safety/left-behind";
import { ActionForm, type FormAction, FormAnswer } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { LeftBehindFields } from "./left-behind-fields.tsx";

interface Props {
  action: FormAction<never>;
  hidden?: Record<string, string>;
  /** Whose password it is, for the browser to keep it with. */
  email: string;
  found: LeftBehind | undefined;
  /** Stands before the password. */
  children?: ReactNode;
}

/** A new password, and what was made under the old one. */
export function ChoosePasswordForm({ action, hidden = {}, email, found, children }: Props) {
  return (
    <ActionForm action={action} hidden={hidden} className="gap-5">
      <FormAnswer />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {children}
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters. Three or four words in a row are easy to keep in mind."
      />
      {found && <LeftBehindFields found={found} />}
      <SubmitButton size="lg" wide>
        Keep this password
      </SubmitButton>
    </ActionForm>
  );
}
