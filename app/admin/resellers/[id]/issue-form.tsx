"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmPassword } from "../../../ui/confirm-password.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { NewTokenFields } from "../../../ui/tokens/new-token-fields.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { issue } from "./token-actions.ts";

/** Makes a token for a reseller, whatever their level; shown this once. */
export function IssueForm({ resellerId }: { resellerId: number }) {
  const [state, send] = useActionState(issue, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} className="grid grid-cols-1 gap-4" noValidate>
      <FormMessage error={message} />
      {state?.ok && (
        <ShownOnce title={`The token “${state.result.name}”`} secret={state.result.token} what="token" />
      )}
      <input type="hidden" name="resellerId" value={resellerId} />
      <NewTokenFields id="theirs" shown={shown(state)} />
      <Input
        id="token-reason"
        label="Why"
        name="reason"
        autoComplete="off"
        maxLength={500}
        defaultValue={typed("reason")}
        error={error("reason")}
      />
      <ConfirmPassword id="token" error={error("confirmPassword")} />
      <div>
        <SubmitButton variant="secondary">Make the token</SubmitButton>
      </div>
    </form>
  );
}
