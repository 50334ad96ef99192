"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { FormMessage } from "../../ui/form-message.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { confirm, withdraw } from "./actions.ts";

/** Confirms or turns down; whoever proposed it can only take it back. */
export function ConfirmForm({ id, own }: { id: number; own: boolean }) {
  const [confirmed, sendConfirm] = useActionState(confirm, null);
  const [withdrawn, sendWithdraw] = useActionState(withdraw, null);
  return (
    <div className="grid gap-2">
      <FormMessage error={shown(confirmed).message ?? shown(withdrawn).message} />
      <div className="flex flex-wrap gap-2">
        {!own && (
          <form action={sendConfirm}>
            <input type="hidden" name="id" value={id} />
            <SubmitButton>Confirm</SubmitButton>
          </form>
        )}
        <form action={sendWithdraw}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="secondary">{own ? "Take it back" : "Turn it down"}</SubmitButton>
        </form>
      </div>
    </div>
  );
}
