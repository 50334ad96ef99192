"use client";

import { useActionState } from "react";
import { Form, FormAnswer } from "../../ui/form.tsx";
import { ConfirmPassword } from "../../ui/password-field.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { NewTokenFields } from "../../ui/tokens/token-fields.tsx";
import { issueToken } from "./actions.ts";

export function NewTokenForm() {
  const [state, send] = useActionState(issueToken, null);
  return (
    <Form id="new" state={state} action={send} className="max-w-xl gap-4">
      <FormAnswer />
      {state?.ok && (
        <ShownOnce
          title={`The token “${state.result.name}” is ready`}
          secret={state.result.token}
          what="token"
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <NewTokenFields />
      </div>
      <ConfirmPassword />
      <div>
        <SubmitButton>Make token</SubmitButton>
      </div>
    </Form>
  );
}
