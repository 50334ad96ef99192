"use client";

import { useActionState } from "react";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Form, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { ConfirmPassword } from "../../../ui/password-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { LEVEL_OPTIONS } from "../../../ui/words.ts";
import { MadeLinkNotice } from "../../made-link.tsx";
import { invite } from "../link-actions.ts";

/** Who sells from now on; answered with the link to send them. */
export function InviteForm() {
  const [state, send] = useActionState(invite, null);
  if (state?.ok) {
    return (
      <div className="grid gap-4">
        <MadeLinkNotice link={state.result} />
        <div>
          <ButtonLink variant="secondary" href={`/admin/resellers/${state.result.resellerId}`}>
            Open the reseller
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <Form state={state} action={send}>
      <FormAnswer />
      <Input label="Name" name="name" autoComplete="off" required maxLength={100} />
      <Input label="E-mail" name="email" type="email" autoComplete="off" required />
      <Select label="Level" name="level" defaultValue="smart_earner" options={LEVEL_OPTIONS} />
      <Input
        label="Why"
        name="reason"
        autoComplete="off"
        required
        maxLength={500}
        hint="For the record: who asked, who vouches."
      />
      <ConfirmPassword />
      <div>
        <SubmitButton>Add and make the link</SubmitButton>
      </div>
    </Form>
  );
}
