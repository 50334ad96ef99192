"use client";

import { useActionState } from "react";
import { Select, type SelectOption } from "../../../ui/select.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { round } from "./actions.ts";

export function RoundingForm({ options, chosen }: { options: SelectOption[]; chosen: string }) {
  const [state, send] = useActionState(round, null);
  return (
    <form action={send} className="mt-5 flex items-end gap-2 border-line border-t pt-4">
      <div className="flex-1">
        <Select label="Round up to" name="rounding" options={options} defaultValue={chosen} />
      </div>
      <SubmitButton variant="secondary">Set</SubmitButton>
      <span aria-live="polite" className="sr-only">
        {state?.ok ? state.result : state?.message}
      </span>
    </form>
  );
}
