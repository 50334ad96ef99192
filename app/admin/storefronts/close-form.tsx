"use client";

import { useActionState } from "react";
import { shown } from "#lib/web/form-state";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormMessage } from "../../ui/form-message.tsx";
import { Input } from "../../ui/input.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { close } from "./actions.ts";

/** Closes a shop against its owner's will, or lets them open it again. */
export function CloseForm({ id, name, closed }: { id: number; name: string; closed: boolean }) {
  const [state, send] = useActionState(close, null);
  const { message, error, typed } = shown(state);
  const words = closed ? "Let it open" : "Close";
  return (
    <ConfirmDialog trigger={words} look={{ variant: "quiet", size: "sm" }} title={`${words}: ${name}`}>
      <form action={send} className="flex flex-col gap-4 text-left">
        <FormMessage error={message} />
        <p className="text-muted">
          {closed
            ? "Its owner can open it again when they want."
            : "Customers see only that it is closed, and its owner cannot open it. Orders it has can still be delivered."}
        </p>
        <input type="hidden" name="id" value={id} />
        {closed && <input type="hidden" name="lift" value="yes" />}
        <Input
          label="Reason"
          name="reason"
          id={`reason-${id}`}
          required
          defaultValue={typed("reason")}
          error={error("reason")}
        />
        <SubmitButton variant={closed ? "primary" : "danger"} wide>
          {words}
        </SubmitButton>
      </form>
    </ConfirmDialog>
  );
}
