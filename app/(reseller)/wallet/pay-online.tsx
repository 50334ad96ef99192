import { formatMoney } from "#lib/core/money";
import type { waysToPay } from "#lib/payment/payment-view";
import { newRef } from "#lib/purchase/place/refs";
import { Card } from "../../ui/card.tsx";
import { FieldSet, Radio } from "../../ui/checkbox.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { AmountInput } from "./amount-input.tsx";
import { startPayment } from "./payments/actions.ts";

interface Props {
  ways: Awaited<ReturnType<typeof waysToPay>>;
  /** As decimal text. */
  amount: string;
  /** The page of ours that the money is for; "/" for none. */
  next: string;
}

/** Pays by card, transfer or USSD on a provider's page; the money shows by itself. */
export function PayOnline({ ways: { providers, least, most, feeBearer }, amount, next }: Props) {
  const [only] = providers;
  return (
    <Card title="Pay now">
      <ActionForm
        id="online"
        action={startPayment}
        hidden={{ ref: newRef(), next, ...(providers.length === 1 && only && { provider: only.name }) }}
      >
        <p className="text-muted text-sm">
          By card, bank transfer or USSD. The money is in your wallet by itself
          {feeBearer === "reseller" ? ", less the fee of the payment." : "; you pay no fee."}
        </p>
        <FormAnswer />
        <AmountInput hint={`From ${formatMoney(least)} to ${formatMoney(most)}.`} defaultValue={amount} />
        {providers.length > 1 && (
          <FieldSet legend="Pay with" name="provider">
            {providers.map(({ name, label }, index) => (
              <Radio key={name} name="provider" value={name} label={label} defaultChecked={index === 0} />
            ))}
          </FieldSet>
        )}
        <div>
          <SubmitButton size="lg" className="w-full sm:w-auto" pendingText="Opening">
            Go on to pay
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
