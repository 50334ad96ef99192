import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { env } from "#lib/core/env";
import { formatMoney, getCurrencyDigits, type Minor } from "#lib/core/money/money";
import { sortByFee } from "#lib/payment/fee/fee-rule";
import { formatFeeRule } from "#lib/payment/fee/fee-rules";
import type { listPaymentMethods } from "#lib/payment/payment-view";
import { createPurchaseRef } from "#lib/purchase/place/refs";
import { startPaymentAction } from "./actions.ts";
import { TopUpFields } from "./top-up-fields.tsx";

interface Props {
  methods: Awaited<ReturnType<typeof listPaymentMethods>>;
  /** The amount that has to arrive, in minor units; null when any amount will do. */
  needed: Minor | null;
  /** The page to return to; "/" for none. */
  next: string;
}

/** Starts a payment by card, transfer or USSD on a provider's page. */
export function FundOnlineForm({ methods, needed, next }: Props) {
  const { minAmount, maxAmount, feeBearer } = methods;
  const providers = needed === null ? methods.providers : sortByFee(methods.providers, needed);
  const [first, ...others] = providers.map((provider) => ({
    ...provider,
    fee:
      feeBearer === "house"
        ? "No fee"
        : provider.rule
          ? `Fee: ${formatFeeRule(provider.rule)}`
          : "The fee isn’t known before you pay",
  }));
  if (!first) return null;
  const places = getCurrencyDigits();
  return (
    <Card title="Pay online">
      <ActionForm
        id="online"
        action={startPaymentAction}
        hidden={{ ref: createPurchaseRef(), next, ...(others.length === 0 && { provider: first.name }) }}
      >
        <p className="text-muted text-sm">
          By card, bank transfer or USSD. Your wallet is credited automatically.
          {others.length === 0 && ` ${first.fee}.`}
        </p>
        <FormStatus />
        <TopUpFields
          methods={[first, ...others]}
          needed={needed}
          limits={{ feeBearer, minAmount, maxAmount, unit: 10n ** BigInt(places) }}
          hint={`Minimum ${formatMoney(minAmount)}, maximum ${formatMoney(maxAmount)}.`}
          format={{ locale: env().LOCALE, currency: env().CURRENCY, places }}
        />
        <SubmitButton size="lg" className="self-start w-full sm:w-auto" pendingText="Opening">
          Continue to payment
        </SubmitButton>
      </ActionForm>
    </Card>
  );
}

/** The amount of a bank transfer, as decimal text. */
export function FundingAmountInput({ defaultValue }: { defaultValue: string }) {
  return (
    <Input
      label="Amount"
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      required
      placeholder="25,000.00"
      defaultValue={defaultValue}
    />
  );
}
