"use client";

import { type ReactNode, useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { useKeepChosen } from "../../use-keep-chosen.ts";
import { acknowledge } from "../actions.ts";

/** Says of the chosen ones that they were looked at, and why they are as they are. */
export function AcknowledgeForm({ children }: { children: ReactNode }) {
  const [state, send] = useActionState(acknowledge, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} noValidate>
      <div ref={useKeepChosen(state, "id")}>{children}</div>
      <div className="grid gap-4 p-4 md:px-5">
        <FormMessage error={message ?? error("id")} done={state?.ok ? state.result : undefined} />
        <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
          <Input
            label="Why it is so"
            name="reason"
            id="acknowledge-reason"
            maxLength={300}
            placeholder="Their price rose this morning"
            defaultValue={typed("reason")}
            error={error("reason")}
          />
          <div className="md:pt-7">
            <SubmitButton variant="secondary">Acknowledge</SubmitButton>
          </div>
        </div>
      </div>
    </form>
  );
}
