import { TrendingUp } from "lucide-react";
import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { sayDay } from "#lib/core/time";
import { type ProfitView, profit } from "#lib/shop/profit";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Input } from "../../../ui/input.tsx";
import { Money } from "../../../ui/money.tsx";
import { Sparkline } from "../../../ui/sparkline.tsx";
import { requireShopPage, ShopHeader } from "../shop-page.tsx";

const NO_WEEKDAY = { weekday: false };

export const metadata: Metadata = { title: "Profit" };

interface Props {
  searchParams: Promise<{ from?: string; to?: string }>;
}

type Plan = ProfitView["plans"][number];

const COLUMNS: readonly Column<Plan>[] = [
  {
    key: "plan",
    head: "Plan",
    phone: "title",
    cell: ({ networkName, label }) => `${networkName} ${label}`,
  },
  { key: "orders", head: "Orders", align: "end", phone: "note", cell: ({ orders }) => count(orders) },
  { key: "sales", head: "Customers paid", align: "end", cell: ({ sales }) => formatMoney(sales) },
  { key: "cost", head: "You paid", align: "end", cell: ({ cost }) => formatMoney(cost) },
  {
    key: "profit",
    head: "You kept",
    align: "end",
    phone: "value",
    cell: (plan) => <span className="font-semibold">{formatMoney(plan.profit)}</span>,
  },
];

/** What the shop earned with what was delivered, by day and by plan. */
export default async function ProfitPage({ searchParams }: Props) {
  const { ctx, shop } = await requireShopPage();
  const earned = await profit(ctx, await searchParams);
  return (
    <>
      <ShopHeader slug={shop.slug} here="/storefront/profit" />
      <Span from={earned.from} to={earned.to} />
      {earned.orders === 0 ? (
        <EmptyState
          icon={TrendingUp}
          title="Nothing was delivered in this time"
          action={<ButtonLink href="/storefront">See the orders</ButtonLink>}
        >
          Each delivered order counts here: what the customer paid, less what you paid.
        </EmptyState>
      ) : (
        <div className="grid gap-5">
          <Card>
            <p className="text-muted">
              You kept, from {sayDay(earned.from, NO_WEEKDAY)} to {sayDay(earned.to, NO_WEEKDAY)}
            </p>
            <p>
              <Money text={formatMoney(earned.profit)} size="hero" />
            </p>
            <p className="mt-1 mb-5 text-muted">
              {count(earned.orders)}, {formatMoney(earned.sales)} paid by customers,{" "}
              {formatMoney(earned.cost)} paid by you
            </p>
            <Sparkline
              title="Per day"
              points={earned.days.map((day) => ({
                label: sayDay(day.day, NO_WEEKDAY),
                value: Number(day.profit),
                text: formatMoney(day.profit),
              }))}
            />
          </Card>
          <DataTable
            caption="Profit by plan"
            columns={COLUMNS}
            rows={earned.plans}
            rowKey={(plan) => plan.planId}
          />
        </div>
      )}
    </>
  );
}

function count(orders: number): string {
  return orders === 1 ? "1 order" : `${orders} orders`;
}

/** The time that is looked at, in the address. */
function Span({ from, to }: { from: string; to: string }) {
  return (
    <search>
      <form action="/storefront/profit" className="mb-4 grid grid-cols-2 items-end gap-3 md:flex">
        <Input label="From" name="from" type="date" defaultValue={from} />
        <Input label="To" name="to" type="date" defaultValue={to} />
        <Button type="submit" variant="secondary" className="max-md:col-span-2">
          Show
        </Button>
      </form>
    </search>
  );
}
