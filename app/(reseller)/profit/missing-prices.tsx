import { saveRetailPricesAction } from "#app/(reseller)/purchases/actions.ts";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { DecimalInput } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { formatCount } from "#app/ui/format-count.ts";
import type { Ctx } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import type { ProfitView } from "#lib/purchase/report/profit";
import { listUsualRetailPrices } from "#lib/shop/list-usual-retail-prices";

/** Asks what customers paid for deliveries without a price, once for each plan. */
export async function MissingPrices({ ctx, profit: { plans, from, to } }: { ctx: Ctx; profit: ProfitView }) {
  const usual = await listUsualRetailPrices(ctx);
  const unpriced = plans.filter((plan) => plan.unpriced > 0).toSorted((a, b) => b.unpriced - a.unpriced);
  if (unpriced.length === 0) return null;
  return (
    <section id="prices" aria-labelledby="prices-title" className="scroll-mt-4">
      <h2 id="prices-title" className="mb-3 font-semibold text-lg">
        Missing prices
      </h2>
      <ul className="grid items-start gap-4 md:grid-cols-2">
        {unpriced.map(({ planId, networkName, label, unpriced: count }) => (
          <li key={planId}>
            <Card title={`${networkName} ${label}`}>
              <ActionForm action={saveRetailPricesAction} id={`plan-${planId}`} hidden={{ planId, from, to }}>
                <DecimalInput
                  name="retail"
                  label={count === 1 ? "The customer paid" : `Each of ${formatCount(count)} customers paid`}
                  defaultValue={formatUsualPrice(usual.get(planId))}
                />
                <FormStatus />
                <SubmitButton variant="secondary">Save price</SubmitButton>
              </ActionForm>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

const formatUsualPrice = (price: bigint | undefined) => (price === undefined ? "" : formatDecimal(price));
