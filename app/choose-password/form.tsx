"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../ui/form-message.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { useFirstError } from "../ui/use-first-error.ts";
import { choosePassword } from "./actions.ts";
import type { LeftBehindWords } from "./left-behind.ts";
import { LeftBehindFields } from "./left-behind-fields.tsx";

interface Props {
  email: string;
  found: LeftBehindWords;
}

export function ChoosePasswordForm({ email, found }: Props) {
  const [state, send] = useActionState(choosePassword, null);
  const { message, error } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex flex-col gap-5" noValidate>
      <FormMessage error={message} />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters. Three or four words in a row are easy to keep in mind."
        error={error("password")}
      />
      <LeftBehindFields found={found} state={state} />
      <SubmitButton size="lg" wide>
        Keep this password
      </SubmitButton>
    </form>
  );
}
