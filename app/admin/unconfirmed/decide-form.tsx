"use client";

import { type ReactNode, useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useFirstError } from "../../ui/use-first-error.ts";
import { useKeepChosen } from "../use-keep-chosen.ts";
import { decide } from "./actions.ts";

const OUTCOMES = [
  { value: "successful", label: "Delivered: keep the money" },
  { value: "failed", label: "Not delivered: money back" },
];

/** The chosen purchases get one outcome and one reason. */
export function DecideForm({ children }: { children: ReactNode }) {
  const [state, send] = useActionState(decide, null);
  const { message, error, typed } = shown(state);
  return (
    <form ref={useFirstError(state)} action={send} noValidate>
      <div ref={useKeepChosen(state, "ident")}>{children}</div>
      <div className="grid gap-4 p-4 md:px-5">
        <FormMessage error={message ?? error("ident")} done={state?.ok ? state.result : undefined} />
        <div className="grid gap-4 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto] md:items-start">
          <Select
            label="The chosen ones are"
            name="outcome"
            options={OUTCOMES}
            empty="Choose"
            defaultValue={typed("outcome") ?? ""}
            error={error("outcome")}
          />
          <Input
            label="Why"
            name="reason"
            maxLength={300}
            placeholder="Asked the upstream, ticket 4411"
            defaultValue={typed("reason")}
            error={error("reason")}
          />
          <div className="md:pt-7">
            <SubmitButton>Settle</SubmitButton>
          </div>
        </div>
      </div>
    </form>
  );
}
