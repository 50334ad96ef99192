"use client";

import { useActionState } from "react";
import { Checkbox, FieldSet } from "../../../ui/checkbox.tsx";
import { Form, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { ConfirmPassword } from "../../../ui/password-field.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { addEndpoint } from "./actions.ts";

export function EndpointForm() {
  const [state, send] = useActionState(addEndpoint, null);
  return (
    <Form id="endpoint" state={state} action={send} className="max-w-xl gap-4">
      <FormAnswer />
      {state?.ok && (
        <ShownOnce title="Added. This secret signs its messages" secret={state.result.secret} what="secret" />
      )}
      <Input label="Address" name="url" type="url" required placeholder="https://shop.example/hook" />
      <FieldSet legend="Tell it when" name="events">
        <Checkbox
          name="events"
          value="purchases"
          label="A purchase is delivered, failed or taken back"
          defaultChecked
        />
        <Checkbox name="events" value="plans" label="Plans or prices change" />
      </FieldSet>
      <ConfirmPassword />
      <div>
        <SubmitButton>Add address</SubmitButton>
      </div>
    </Form>
  );
}
