"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { start } from "./actions.ts";

export function StartForm() {
  const [state, send] = useActionState(start, null);
  return (
    <form action={send} className="grid gap-3">
      <FormMessage error={shown(state).message} />
      <div>
        <SubmitButton>Start sending</SubmitButton>
      </div>
    </form>
  );
}
