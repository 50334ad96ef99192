"use client";

import { useActionState } from "react";
import { Form, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { MadeLinkNotice } from "../../made-link.tsx";
import { renewLink } from "../link-actions.ts";

/** A fresh link to choose a password, for who lost theirs; the one before it ends. */
export function RenewForm({ resellerId }: { resellerId: number }) {
  const [state, send] = useActionState(renewLink, null);
  return (
    <Form id="link" state={state} action={send} hidden={{ resellerId }}>
      <FormAnswer />
      {state?.ok && <MadeLinkNotice link={state.result} />}
      <Input
        label="Why"
        name="reason"
        autoComplete="off"
        maxLength={500}
        hint="Any link made before stops working. The password they have stays until they choose another."
      />
      <div>
        <SubmitButton variant="secondary">Make the link</SubmitButton>
      </div>
    </Form>
  );
}
