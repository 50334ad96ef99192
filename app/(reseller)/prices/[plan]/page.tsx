import { notFound, redirect } from "next/navigation";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { PageHeader } from "#app/ui/page/page-header";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMarkupField } from "#lib/core/money/markup";
import { formatMoney, formatMoneyField } from "#lib/core/money/money";
import { getPriceList, type PricedPlanView } from "#lib/price-list/get-price-list";
import { requireResellerPage } from "#lib/request/actor";
import { PlanPriceForm } from "./plan-price-form.tsx";

export const metadata = { title: "Plan price" };

export default async function PlanPage({ params }: { params: Promise<{ plan: string }> }) {
  const { ctx } = await requireResellerPage();
  const [{ plan: id }, { plans, list }] = await Promise.all([params, getPriceList(ctx)]);
  // A first price of one plan would sell the others for nothing more than they cost.
  if (!list) redirect("/prices");
  const plan = plans.find((candidate) => String(candidate.id) === id);
  if (!plan) notFound();
  const { networkId, validity, typeName, price, rule, hidden } = plan;
  const { sellingPrice, gain } = { sellingPrice: plan.sellingPrice ?? price, gain: plan.gain ?? 0n };
  return (
    <>
      <PageHeader
        title={formatPlanName(plan)}
        lead={`${typeName}, ${validity}`}
        back={{ href: `/prices?network=${networkId}`, label: "Prices" }}
      />
      <div className="grid max-w-md gap-5">
        {gain < 0n && (
          <Banner kind="warn" title={`You lose ${formatMoney(-gain)} on each sale`}>
            Customers pay less than you pay.
          </Banner>
        )}
        <Card>
          <DescriptionList
            facts={[
              { label: "You pay", value: formatMoney(price) },
              { label: "Customers pay", value: formatMoney(sellingPrice) },
              {
                label: gain < 0n ? "You lose" : "You keep",
                value: formatMoney(gain < 0n ? -gain : gain),
              },
            ]}
          />
        </Card>
        <PlanPriceForm
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
