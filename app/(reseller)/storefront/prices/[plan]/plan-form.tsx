"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../../../ui/form-message.tsx";
import { Input } from "../../../../ui/input.tsx";
import { SubmitButton } from "../../../../ui/submit-button.tsx";
import { priceOne } from "../actions.ts";

interface Props {
  planId: number;
  /** The plan's own price as text; empty when the rules say. */
  own: string;
  hidden: boolean;
}

export function PlanForm({ planId, own, hidden }: Props) {
  const [state, send] = useActionState(priceOne, null);
  const { message, error, typed } = shown(state);
  return (
    <form action={send} className="flex flex-col gap-5" noValidate>
      <FormMessage error={message} />
      <input type="hidden" name="planId" value={planId} />
      <Input
        label="A price of its own"
        name="price"
        inputMode="decimal"
        optional
        defaultValue={typed("price") ?? own}
        error={error("price")}
        hint="Leave it empty to let your rules say."
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="hidden"
          value="yes"
          defaultChecked={hidden}
          className="size-5 accent-accent"
        />
        Do not show it in the shop
      </label>
      <SubmitButton size="lg">Save</SubmitButton>
    </form>
  );
}
