"use client";

import { useActionState } from "react";
import { Fold } from "../../ui/fold.tsx";
import { Form, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { stop } from "./actions.ts";

/** `again`: it paused by itself, and is to stay stopped. */
export function StopForm({ again }: { again: boolean }) {
  const [state, send] = useActionState(stop, null);
  return (
    <Fold title={again ? "Keep it stopped" : "Stop sending"} open={state?.ok === false}>
      <Form id="stop" state={state} action={send} className="mt-2 gap-3">
        <FormAnswer />
        <Input
          label="Why"
          name="reason"
          maxLength={500}
          hint="New purchases are refused before any money moves. What was sent finishes; what waits keeps waiting."
        />
        <div>
          <SubmitButton variant="danger">Stop sending</SubmitButton>
        </div>
      </Form>
    </Fold>
  );
}
