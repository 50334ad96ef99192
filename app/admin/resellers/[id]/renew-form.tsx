"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { MadeLinkNotice } from "../../made-link.tsx";
import { renewLink } from "../link-actions.ts";

/** A fresh link to choose a password, for who lost theirs; the one before it ends. */
export function RenewForm({ resellerId }: { resellerId: number }) {
  const [state, send] = useActionState(renewLink, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="grid gap-4" noValidate>
      <FormMessage error={message} />
      {state?.ok && <MadeLinkNotice link={state.result} />}
      <input type="hidden" name="resellerId" value={resellerId} />
      <Input
        id="link-reason"
        label="Why"
        name="reason"
        autoComplete="off"
        maxLength={500}
        hint="Any link made before stops working. The password they have stays until they choose another."
        defaultValue={typed("reason")}
        error={error("reason")}
      />
      <div>
        <SubmitButton variant="secondary">Make the link</SubmitButton>
      </div>
    </form>
  );
}
