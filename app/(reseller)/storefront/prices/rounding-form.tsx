"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../ui/form-message.tsx";
import { Select, type SelectOption } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { round } from "./actions.ts";

export function RoundingForm({ options, chosen }: { options: SelectOption[]; chosen: string }) {
  const [state, send] = useActionState(round, null);
  const { message, error, typed } = shown(state);
  return (
    <form action={send} className="mt-6 flex flex-col gap-4 border-line border-t pt-5">
      <Select
        key={typed("rounding") ?? chosen}
        label="Round prices up to"
        name="rounding"
        options={options}
        defaultValue={typed("rounding") ?? chosen}
        error={error("rounding")}
      />
      <FormMessage error={message} done={state?.ok ? state.result : undefined} />
      <SubmitButton variant="secondary">Save rounding</SubmitButton>
    </form>
  );
}
