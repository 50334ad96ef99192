"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmPassword } from "../../../ui/confirm-password.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Input } from "../../../ui/input.tsx";
import { ShownOnce } from "../../../ui/shown-once.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { useFirstError } from "../../../ui/use-first-error.ts";
import { addEndpoint } from "./actions.ts";

const EVENTS = [
  { value: "purchases", label: "A purchase is delivered, failed or taken back" },
  { value: "plans", label: "Plans or prices change" },
];

export function EndpointForm() {
  const [state, send] = useActionState(addEndpoint, null);
  const { message, error, typed } = shown(state);
  const chosen = state && !state.ok ? [state.values.events ?? []].flat() : ["purchases"];
  return (
    <form ref={useFirstError(state)} action={send} className="flex max-w-xl flex-col gap-4" noValidate>
      <FormMessage error={message} />
      {state?.ok && (
        <ShownOnce title="Added. This secret signs its messages" secret={state.result.secret} what="secret" />
      )}
      <Input
        label="Address"
        name="url"
        type="url"
        required
        placeholder="https://shop.example/hook"
        defaultValue={typed("url")}
        error={error("url")}
      />
      <fieldset aria-describedby={error("events") ? "events-error" : undefined}>
        <legend className="font-medium text-sm">Tell it when</legend>
        {EVENTS.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="events"
              value={value}
              defaultChecked={chosen.includes(value)}
              className="size-5 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
        {error("events") && (
          <p id="events-error" className="text-bad text-sm">
            {error("events")}
          </p>
        )}
      </fieldset>
      <ConfirmPassword id="endpoint" error={error("confirmPassword")} />
      <div>
        <SubmitButton>Add address</SubmitButton>
      </div>
    </form>
  );
}
