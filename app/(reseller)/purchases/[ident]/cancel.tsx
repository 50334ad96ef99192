"use client";

import { useActionState } from "react";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FormMessage } from "../../../ui/form-message.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { cancel } from "./actions.ts";

/** Takes a purchase back that still waits: asks first, since its customer may be waiting too. */
export function Cancel({ ident }: { ident: string }) {
  const [state, send] = useActionState(cancel, null);
  return (
    <>
      {state && !state.ok && (
        <div className="basis-full">
          <FormMessage error={state.message} />
        </div>
      )}
      <ConfirmDialog trigger="Cancel" title="Cancel this purchase?" cancel="Keep it">
        <p>It was not sent yet. The money is back in your wallet at once.</p>
        <form action={send}>
          <input type="hidden" name="ident" value={ident} />
          <SubmitButton variant="danger" wide pendingText="Cancelling">
            Cancel it
          </SubmitButton>
        </form>
      </ConfirmDialog>
    </>
  );
}
