"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../ui/form-message.tsx";
import { Input } from "../ui/input.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { useFirstError } from "../ui/use-first-error.ts";
import { signUp } from "./actions.ts";

export function SignUpForm() {
  const [state, send] = useActionState(signUp, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex flex-col gap-5" noValidate>
      <FormMessage error={message} />
      <Input
        label="Your name or your shop's"
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={typed("name")}
        error={error("name")}
      />
      <Input
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={typed("email")}
        error={error("email")}
      />
      <Input
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        defaultValue={typed("phone")}
        error={error("phone")}
      />
      <Textarea
        label="Where and what you sell"
        name="about"
        optional
        maxLength={500}
        defaultValue={typed("about")}
        error={error("about")}
      />
      <SubmitButton size="lg" wide>
        Ask for an account
      </SubmitButton>
    </form>
  );
}
