"use client";

import { Disclosure } from "#app/ui/disclosure";
import { Form, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";
import { stopDispatchingAction } from "./actions.ts";

/** `again`: sending paused automatically, and the admin keeps it stopped. */
export function StopSendingForm({ again }: { again: boolean }) {
  const [state, send] = useFormAction(stopDispatchingAction, null);
  return (
    <Disclosure title={again ? "Keep stopped" : "Stop sending"} open={state?.ok === false}>
      <Form id="stop" state={state} action={send} className="mt-2 gap-3">
        <FormStatus />
        <Input
          label="Reason"
          name="reason"
          maxLength={500}
          hint="New purchases are rejected before any money moves. Sent purchases finish; queued purchases stay queued."
        />
        <div>
          <SubmitButton variant="danger">Stop sending</SubmitButton>
        </div>
      </Form>
    </Disclosure>
  );
}
