"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { rename } from "./actions.ts";

export function NameForm({ name }: { name: string }) {
  const [state, send] = useActionState(rename, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="flex max-w-md flex-col gap-4" noValidate>
      <FormMessage error={message} done={state?.ok ? state.result : undefined} />
      <Input
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={typed("name") ?? name}
        error={error("name")}
      />
      <div>
        <SubmitButton variant="secondary">Save name</SubmitButton>
      </div>
    </form>
  );
}
