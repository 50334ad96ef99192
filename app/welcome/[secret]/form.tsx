"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import type { LeftBehindWords } from "../../choose-password/left-behind.ts";
import { LeftBehindFields } from "../../choose-password/left-behind-fields.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { choose } from "./actions.ts";

interface Props {
  secret: string;
  email: string;
  found: LeftBehindWords | undefined;
}

export function WelcomeForm({ secret, email, found }: Props) {
  const [state, send] = useActionState(choose, null);
  const { message, error } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex flex-col gap-5" noValidate>
      <FormMessage error={message} />
      <input type="hidden" name="secret" value={secret} />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <p className="text-muted">
        You sign in as <span className="font-medium text-ink">{email}</span>
      </p>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters. Three or four words in a row are easy to keep in mind."
        error={error("password")}
      />
      {found && <LeftBehindFields found={found} state={state} />}
      <SubmitButton size="lg" wide>
        Keep this password
      </SubmitButton>
    </form>
  );
}
