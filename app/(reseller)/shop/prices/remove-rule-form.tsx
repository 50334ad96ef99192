"use client";

import { useActionState } from "react";
import { removeShopRuleAction } from "#app/(reseller)/shop/actions.ts";
import { formError } from "#app/ui/form/form";
import { RowButton } from "#app/ui/list/row-button";

export function RemoveRuleForm({ id, scope }: { id: number; scope: string }) {
  const [state, send] = useActionState(removeShopRuleAction, null);
  return (
    <form action={send} className="flex items-center gap-2">
      <span aria-live="polite" className="text-bad">
        {state && !state.ok ? (state.fields.id?.join(" ") ?? formError(state)) : null}
      </span>
      <RowButton name="id" value={id} aria-label={`Remove ${scope}`}>
        Remove
      </RowButton>
    </form>
  );
}
