"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import type { LeftBehindWords } from "../../choose-password/left-behind.ts";
import { LeftBehindFields } from "../../choose-password/left-behind-fields.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { changePassword } from "./actions.ts";

interface Props {
  email: string;
  found: LeftBehindWords;
}

export function PasswordForm({ email, found }: Props) {
  const [state, send] = useActionState(changePassword, null);
  const { message, error } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex max-w-md flex-col gap-4" noValidate>
      <FormMessage error={message} done={state?.ok ? state.result : undefined} />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password now"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={error("currentPassword")}
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters."
        error={error("password")}
      />
      <LeftBehindFields found={found} state={state} />
      <div>
        <SubmitButton variant="secondary">Change password</SubmitButton>
      </div>
    </form>
  );
}
