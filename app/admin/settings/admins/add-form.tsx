"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmPassword } from "../../../ui/confirm-password.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { MadeLinkNotice } from "../../made-link.tsx";
import { add } from "./actions.ts";

/** Who runs the portal from now on; answered with the link to send them. */
export function AddForm() {
  const [state, send] = useActionState(add, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="grid gap-4" noValidate>
      <FormMessage error={message} done={state?.ok ? `${state.result.name} is added.` : undefined} />
      {state?.ok && <MadeLinkNotice link={state.result.link} />}
      <Input
        label="Name"
        name="name"
        autoComplete="off"
        required
        maxLength={100}
        defaultValue={typed("name")}
        error={error("name")}
      />
      <Input
        label="E-mail"
        name="email"
        type="email"
        autoComplete="off"
        required
        defaultValue={typed("email")}
        error={error("email")}
      />
      <Input
        label="Why"
        name="reason"
        autoComplete="off"
        required
        maxLength={500}
        hint="For the record: who they are, who asked for them."
        defaultValue={typed("reason")}
        error={error("reason")}
      />
      <ConfirmPassword id="add" error={error("confirmPassword")} />
      <div>
        <SubmitButton>Add and make the link</SubmitButton>
      </div>
    </form>
  );
}
