import { notFound, redirect } from "next/navigation";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { PageHeader } from "#app/ui/page/page-header";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { formatMarkupField } from "#lib/core/money/markup";
import { formatMoney, formatMoneyField } from "#lib/core/money/money";
import type { Audience } from "#lib/core/price-list/stored-price-list";
import { getPriceList, type PricedPlanView } from "#lib/price-list/get-price-list";
import { PlanPriceForm } from "./[plan]/plan-price-form.tsx";
import { PRICE_LISTS } from "./price-lists.ts";

/** One plan of a price list: what it costs, what they pay for it, and its pricing. */
export async function PlanPricePage({ ctx, audience, id }: { ctx: Ctx; audience: Audience; id: string }) {
  const { path, payers } = PRICE_LISTS[audience];
  const { plans, list } = await getPriceList(ctx, {}, audience);
  // A first price of one plan would sell the others for nothing more than they cost.
  if (!list) redirect(path);
  const plan = plans.find((candidate) => String(candidate.id) === id);
  if (!plan) notFound();
  const { networkId, validity, typeName, price, rule, hidden } = plan;
  const { sellingPrice, gain } = { sellingPrice: plan.sellingPrice ?? price, gain: plan.gain ?? 0n };
  return (
    <>
      <PageHeader
        title={formatPlanName(plan)}
        lead={`${typeName}, ${validity}`}
        back={{
          href: `${path}?network=${networkId}`,
          label: audience === "agents" ? "Agents’ prices" : "Prices",
        }}
      />
      <div className="grid max-w-md gap-5">
        {gain < 0n && (
          <Banner kind="warn" title={`You lose ${formatMoney(-gain)} on each sale`}>
            {payers} pay less than you pay.
          </Banner>
        )}
        <Card>
          <DescriptionList
            facts={[
              { label: "You pay", value: formatMoney(price) },
              { label: `${payers} pay`, value: formatMoney(sellingPrice) },
              {
                label: gain < 0n ? "You lose" : audience === "agents" ? "You earn" : "You keep",
                value: formatMoney(gain < 0n ? -gain : gain),
              },
            ]}
          />
        </Card>
        <PlanPriceForm
          audience={audience}
          planId={plan.id}
          networkId={networkId}
          pricing={rule?.kind ?? "list"}
          value={rule ? formatRuleField(rule) : ""}
          hidden={hidden}
        />
      </div>
    </>
  );
}

const formatRuleField = ({ kind, value }: NonNullable<PricedPlanView["rule"]>) =>
  kind === "fixed" ? formatMoneyField(value) : formatMarkupField({ kind, value });
