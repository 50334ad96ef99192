"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { start } from "./actions.ts";

export function StartForm() {
  const [state, send] = useActionState(start, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="grid gap-3" noValidate>
      <FormMessage error={message} />
      <Input
        label="Why it may run again"
        name="reason"
        id="start-reason"
        maxLength={500}
        defaultValue={typed("reason")}
        error={error("reason")}
      />
      <div>
        <SubmitButton>Start sending</SubmitButton>
      </div>
    </form>
  );
}
