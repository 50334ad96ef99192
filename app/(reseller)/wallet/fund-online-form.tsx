import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { createFormRef } from "#lib/core/form-ref";
import { formatMoney, getCurrencySign, getMoneyFormat, type Minor } from "#lib/core/money/money";
import { sortByFee } from "#lib/payment/fee/fee-rule";
import { formatFeeRule } from "#lib/payment/fee/fee-rules";
import type { listPaymentMethods } from "#lib/payment/payment-view";
import { startPaymentAction } from "./actions.ts";
import { TopUpFields } from "./top-up-fields.tsx";

interface Props {
  methods: Awaited<ReturnType<typeof listPaymentMethods>>;
  /** The amount that has to arrive, in minor units; null when any amount will do. */
  needed: Minor | null;
  /** The provider that the reseller chose before; null for none. */
  chosen: string | null;
  /** Amounts to tap, in minor units. */
  usual: readonly Minor[];
  /** The page to return to; "/" for none. */
  next: string;
}

export function FundOnlineForm({ methods, chosen, needed, usual, next }: Props) {
  const { minAmount, maxAmount, feeBearer } = methods;
  const [first, ...others] = sortByFee(
    methods.providers,
    needed ?? usual[usual.length >> 1] ?? minAmount,
  ).map((provider) => ({
    ...provider,
    fee:
      feeBearer === "operator"
        ? "No fee"
        : provider.rule
          ? `Fee: ${formatFeeRule(provider.rule)}`
          : "The fee isn’t known before you pay",
  }));
  if (!first) return null;
  const format = getMoneyFormat();
  return (
    <Card title="Pay online" action={<span className="text-muted text-sm">Card, bank transfer or USSD</span>}>
      <ActionForm
        id="online"
        action={startPaymentAction}
        hidden={{ ref: createFormRef(), next, ...(others.length === 0 && { provider: first.name }) }}
      >
        <FormStatus />
        {others.length === 0 && <p className="text-muted text-sm">{first.fee}.</p>}
        <TopUpFields
          methods={[first, ...others]}
          chosen={chosen}
          needed={needed}
          usual={usual}
          limits={{ feeBearer, minAmount, maxAmount, unit: 10n ** BigInt(format.places) }}
          sign={getCurrencySign()}
          hint={`Minimum ${formatMoney(minAmount)}, maximum ${formatMoney(maxAmount)}.`}
          format={format}
        >
          <SubmitButton size="lg" className="w-full sm:w-auto" pendingText="Opening">
            Continue to payment
          </SubmitButton>
        </TopUpFields>
      </ActionForm>
    </Card>
  );
}
