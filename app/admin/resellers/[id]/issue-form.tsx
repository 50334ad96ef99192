"use client";

import { useActionState } from "react";
import { Form, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { ConfirmPassword } from "../../../ui/password-field.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { NewTokenFields } from "../../../ui/tokens/token-fields.tsx";
import { issue } from "./actions.ts";

/** Makes a token for a reseller, whatever their level; shown this once. */
export function IssueForm({ resellerId }: { resellerId: number }) {
  const [state, send] = useActionState(issue, null);
  return (
    <Form id="token" state={state} action={send} hidden={{ resellerId }}>
      <FormAnswer />
      {state?.ok && (
        <ShownOnce title={`The token “${state.result.name}”`} secret={state.result.token} what="token" />
      )}
      <NewTokenFields />
      <Input label="Why" name="reason" autoComplete="off" maxLength={500} />
      <ConfirmPassword />
      <div>
        <SubmitButton variant="secondary">Make the token</SubmitButton>
      </div>
    </Form>
  );
}
