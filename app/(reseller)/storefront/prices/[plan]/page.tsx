import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { markupField } from "#lib/core/markup";
import { decimalText, formatMoney } from "#lib/core/money";
import { priceList } from "#lib/shop/price-list";
import { Card } from "../../../../ui/card.tsx";
import { Facts } from "../../../../ui/facts.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { requireShopPage } from "../../shop-page.tsx";
import { PlanForm } from "./plan-form.tsx";

export const metadata: Metadata = { title: "Price of a plan" };

/** One plan: its own markup or price, or none, or not in the shop at all. */
export default async function PlanPage({ params }: { params: Promise<{ plan: string }> }) {
  const { ctx } = await requireShopPage();
  const [{ plan: id }, { plans, rules }] = await Promise.all([params, priceList(ctx)]);
  const plan = plans.find(({ planId }) => String(planId) === id);
  if (!plan) notFound();
  const rule = rules.find(({ planId }) => planId === plan.planId);
  const { networkId, networkName, size, volume, validity, typeName, price, retail, profit, own, hidden } =
    plan;
  return (
    <>
      <PageHeader
        title={`${networkName} ${size} ${volume}`}
        lead={`${validity} · ${typeName}`}
        back={{ href: `/storefront/prices?network=${networkId}`, label: "Prices" }}
      />
      <div className="grid max-w-md gap-5">
        {profit < 0n && (
          <Notice kind="warn" title={`You lose ${formatMoney(-profit)} on each`}>
            Customers pay less than you do.
          </Notice>
        )}
        <Card>
          <Facts
            facts={[
              { label: "You pay", value: formatMoney(price) },
              {
                label: own || rule ? "Customers pay" : "Customers pay, by your rules",
                value: formatMoney(retail),
              },
              {
                label: profit < 0n ? "You lose" : "You keep",
                value: formatMoney(profit < 0n ? -profit : profit),
              },
            ]}
          />
        </Card>
        <PlanForm
          planId={plan.planId}
          networkId={networkId}
          pricing={own ? "fixed" : (rule?.kind ?? "rules")}
          value={own ? decimalText(retail) : rule ? markupField(rule) : ""}
          hidden={hidden}
        />
      </div>
    </>
  );
}
