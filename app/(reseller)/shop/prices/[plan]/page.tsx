import { notFound } from "next/navigation";
import { requireShopPage } from "#app/(reseller)/shop/shop-page";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { PageHeader } from "#app/ui/page/page-header";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMarkupField } from "#lib/core/money/markup";
import { formatMoney, formatMoneyField } from "#lib/core/money/money";
import { getPriceList } from "#lib/shop/price-list";
import { PlanPriceForm } from "./plan-price-form.tsx";

export const metadata = { title: "Plan price" };

export default async function PlanPage({ params }: { params: Promise<{ plan: string }> }) {
  const { ctx } = await requireShopPage();
  const [{ plan: id }, { plans, rules }] = await Promise.all([params, getPriceList(ctx)]);
  const plan = plans.find(({ planId }) => String(planId) === id);
  if (!plan) notFound();
  const rule = rules.find(({ planId }) => planId === plan.planId);
  const { networkId, validity, typeName, price, sellingPrice, profit, own, hidden } = plan;
  return (
    <>
      <PageHeader
        title={formatPlanName(plan)}
        lead={`${typeName}, ${validity}`}
        back={{ href: `/shop/prices?network=${networkId}`, label: "Prices" }}
      />
      <div className="grid max-w-md gap-5">
        {profit < 0n && (
          <Banner kind="warn" title={`You lose ${formatMoney(-profit)} on each sale`}>
            Customers pay less than you pay.
          </Banner>
        )}
        <Card>
          <DescriptionList
            facts={[
              { label: "You pay", value: formatMoney(price) },
              { label: "Customers pay", value: formatMoney(sellingPrice) },
              {
                label: profit < 0n ? "Loss" : "Profit",
                value: formatMoney(profit < 0n ? -profit : profit),
              },
            ]}
          />
        </Card>
        <PlanPriceForm
          planId={plan.planId}
          networkId={networkId}
          pricing={own ? "fixed" : (rule?.kind ?? "rules")}
          value={own ? formatMoneyField(sellingPrice) : rule ? formatMarkupField(rule) : ""}
          hidden={hidden}
        />
      </div>
    </>
  );
}
