"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmPassword } from "../../ui/confirm-password.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { NewTokenFields } from "../../ui/tokens/new-token-fields.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { issueToken } from "./actions.ts";

export function NewTokenForm() {
  const [state, send] = useActionState(issueToken, null);
  return (
    <form ref={useFirstError(state)} action={send} className="flex max-w-xl flex-col gap-4" noValidate>
      <FormMessage error={shown(state).message} />
      {state?.ok && (
        <ShownOnce
          title={`The token “${state.result.name}” is ready`}
          secret={state.result.token}
          what="token"
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <NewTokenFields id="new" shown={shown(state)} />
      </div>
      <ConfirmPassword id="new" error={shown(state).error("confirmPassword")} />
      <div>
        <SubmitButton>Make token</SubmitButton>
      </div>
    </form>
  );
}
