"use client";

import { useActionState } from "react";
import { formError } from "../../../ui/form.tsx";
import { RowAct } from "../../../ui/row-act.tsx";
import { dropRule } from "./actions.ts";

/** Takes a markup away. */
export function DropRule({ id, scope }: { id: number; scope: string }) {
  const [state, send] = useActionState(dropRule, null);
  return (
    <form action={send} className="flex items-center gap-2">
      <span aria-live="polite" className="text-bad">
        {state && !state.ok ? (state.fields.id?.join(" ") ?? formError(state)) : null}
      </span>
      <RowAct name="id" value={id} aria-label={`Remove ${scope}`}>
        Remove
      </RowAct>
    </form>
  );
}
