"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../ui/form-message.tsx";
import { Input } from "../ui/input.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { useFirstError } from "../ui/use-first-error.ts";
import { signIn } from "./actions.ts";

interface Props {
  /** Where to go afterwards; checked again on the server. */
  next: string;
  /** What went wrong before this page was opened. */
  trouble?: string | undefined;
}

export function SignInForm({ next, trouble }: Props) {
  const [state, send] = useActionState(signIn, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex flex-col gap-5" noValidate>
      <FormMessage error={state ? message : trouble} />
      <input type="hidden" name="next" value={next} />
      <Input
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={typed("email")}
        error={error("email")}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={error("password")}
      />
      <SubmitButton size="lg" wide>
        Sign in
      </SubmitButton>
    </form>
  );
}
