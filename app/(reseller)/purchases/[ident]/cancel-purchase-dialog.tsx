"use client";

import { cancelPurchaseAction } from "#app/(reseller)/purchases/actions.ts";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { FormMessage } from "#app/ui/form/form-message";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";

/** Cancels a queued purchase. Asks first, because the customer may be waiting for it. */
export function CancelPurchaseDialog({ ident }: { ident: string }) {
  const [state, send] = useFormAction(cancelPurchaseAction, null);
  return (
    <>
      {state && !state.ok && (
        <div className="basis-full">
          <FormMessage error={state.message} />
        </div>
      )}
      <ConfirmDialog trigger="Cancel purchase" title="Cancel this purchase?" cancel="Keep purchase">
        <p>It hasn’t been sent yet. You’re refunded at once.</p>
        <form action={send}>
          <input type="hidden" name="ident" value={ident} />
          <SubmitButton variant="danger" wide pendingText="Cancelling">
            Cancel purchase
          </SubmitButton>
        </form>
      </ConfirmDialog>
    </>
  );
}
