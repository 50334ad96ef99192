"use client";

import { keepAdvanceAction, repayAdvanceAction } from "#app/(reseller)/purchases/actions.ts";
import { Card } from "#app/ui/card";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { FormMessage } from "#app/ui/form/form-message";
import { SubmitButton } from "#app/ui/form/submit-button";
import { useFormAction } from "#app/ui/form/use-form-action.ts";

/**
 * Asks whether the buyer returns the credit of a purchase that was delivered after all. `price`: as money.
 */
export function AdvanceCard({ ident, price }: { ident: string; price: string }) {
  const [repaid, repay] = useFormAction(repayAdvanceAction, null);
  const [kept, keep] = useFormAction(keepAdvanceAction, null);
  return (
    <Card title={`Return ${price}?`} className="lg:col-span-2">
      <p>
        We credited {price} to your wallet while this was unconfirmed. It was delivered after all, so you have
        both the data and the money. You decide: nothing is debited unless you agree.
      </p>
      {[repaid, kept].map(
        (state, index) =>
          state && !state.ok && <FormMessage key={index === 0 ? "repaid" : "kept"} error={state.message} />,
      )}
      <div className="mt-4 flex flex-wrap gap-2 max-sm:*:grow">
        <form action={repay}>
          <input type="hidden" name="ident" value={ident} />
          <SubmitButton wide pendingText="Returning">
            Return {price}
          </SubmitButton>
        </form>
        <ConfirmDialog trigger={`Keep ${price}`} title={`Keep ${price}?`}>
          <p>The operator then bears the cost. You can’t change this later.</p>
          <form action={keep}>
            <input type="hidden" name="ident" value={ident} />
            <SubmitButton variant="danger" wide pendingText="Saving">
              Keep {price}
            </SubmitButton>
          </form>
        </ConfirmDialog>
      </div>
    </Card>
  );
}
