import { Card } from "#app/ui/card";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatMoney } from "#lib/core/money/money";
import type { listPaymentMethods } from "#lib/payment/payment-view";
import { createPurchaseRef } from "#lib/purchase/place/refs";
import { startPaymentAction } from "./actions.ts";

interface Props {
  methods: Awaited<ReturnType<typeof listPaymentMethods>>;
  /** As decimal text. */
  amount: string;
  /** The page to return to; "/" for none. */
  next: string;
}

/** Starts a payment by card, transfer or USSD on a provider's page. */
export function FundOnlineForm({
  methods: { providers, minAmount, maxAmount, feeBearer },
  amount,
  next,
}: Props) {
  const [only] = providers;
  return (
    <Card title="Pay online">
      <ActionForm
        id="online"
        action={startPaymentAction}
        hidden={{
          ref: createPurchaseRef(),
          next,
          ...(providers.length === 1 && only && { provider: only.name }),
        }}
      >
        <p className="text-muted text-sm">
          By card, bank transfer or USSD. Your wallet is credited automatically
          {feeBearer === "reseller" ? ", less the payment fee." : ". You pay no fee."}
        </p>
        <FormStatus />
        <FundingAmountInput
          hint={`Minimum ${formatMoney(minAmount)}, maximum ${formatMoney(maxAmount)}.`}
          defaultValue={amount}
        />
        {providers.length > 1 && (
          <FieldSet legend="Pay with" name="provider">
            {providers.map(({ name, label }, index) => (
              <Radio key={name} name="provider" value={name} label={label} defaultChecked={index === 0} />
            ))}
          </FieldSet>
        )}
        <SubmitButton size="lg" className="self-start w-full sm:w-auto" pendingText="Opening">
          Continue to payment
        </SubmitButton>
      </ActionForm>
    </Card>
  );
}

/** The amount of a top-up, as decimal text. */
export function FundingAmountInput({ defaultValue, hint }: { defaultValue: string; hint?: string }) {
  return (
    <Input
      label="Amount"
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      required
      placeholder="25,000.00"
      hint={hint}
      defaultValue={defaultValue}
    />
  );
}
