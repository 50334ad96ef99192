"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { stop } from "./actions.ts";

/** `again`: it paused by itself, and is to stay stopped. */
export function StopForm({ again }: { again: boolean }) {
  const [state, send] = useActionState(stop, null);
  const { message, error, typed } = shown(state);
  return (
    <details open={Boolean(message || error("reason"))}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent text-sm">
        {again ? "Keep it stopped" : "Stop sending"}
      </summary>
      <form ref={useFirstError(state)} action={send} className="mt-2 grid gap-3" noValidate>
        <FormMessage error={message} />
        <Input
          label="Why"
          name="reason"
          id="stop-reason"
          maxLength={500}
          hint="New purchases are refused before any money moves. What was sent finishes; what waits keeps waiting."
          defaultValue={typed("reason")}
          error={error("reason")}
        />
        <div>
          <SubmitButton variant="danger">Stop sending</SubmitButton>
        </div>
      </form>
    </details>
  );
}
