import { Badge } from "#app/ui/badge";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { PageLink } from "#app/ui/page/page-link";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import type { RetailView } from "#lib/shop/price-list";

interface Props {
  plans: readonly RetailView[];
  networks: { id: number; name: string }[];
  chosen: { id: number; name: string } | undefined;
}

const TAB_CLASS = [
  "inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-medium text-sm hover:border-edge",
  "aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

const COLUMNS: readonly Column<RetailView>[] = [
  {
    head: "Plan",
    phone: "title",
    cell: (plan) => (
      <PageLink href={`/storefront/prices/${plan.planId}`} className="stretched rounded-sm font-medium">
        {`${formatPlanSize(plan)}, ${plan.validity}`}
      </PageLink>
    ),
  },
  { head: "Type", phone: "note", cell: ({ typeName }) => <span className="md:text-muted">{typeName}</span> },
  { head: "You pay", align: "end", cell: ({ price }) => formatMoney(price) },
  {
    head: "Customers pay",
    align: "end",
    phone: "value",
    cell: ({ retail }) => <span className="font-semibold">{formatMoney(retail)}</span>,
  },
  { head: "Profit", align: "end", phone: "state", cell: ProfitCell },
];

/** The plans of a network with price and profit. Each opens its price page. */
export function ShopPriceTable({ plans, networks, chosen }: Props) {
  return (
    <section aria-label="Prices" className="min-w-0">
      <nav aria-label="Network" className="mb-3 flex flex-wrap gap-2">
        {networks.map(({ id, name }) => (
          <PageLink
            key={id}
            href={`/storefront/prices?network=${id}`}
            aria-current={id === chosen?.id ? "page" : undefined}
            className={TAB_CLASS}
            opens="staying"
          >
            {name}
          </PageLink>
        ))}
      </nav>
      <DataTable
        caption={`Prices of ${chosen?.name ?? "all networks"}`}
        columns={COLUMNS}
        rows={plans.filter((plan) => plan.networkId === chosen?.id)}
        rowKey={(plan) => plan.planId}
      />
    </section>
  );
}

function ProfitCell({ profit, hidden, own }: RetailView) {
  if (hidden) return <Badge>Hidden</Badge>;
  if (profit < 0n)
    return (
      <Badge tone="bad" icon>
        Loss {formatMoney(-profit)}
      </Badge>
    );
  return (
    <span className="text-good">
      {own && <span className="text-muted">custom price · </span>}
      {formatMoney(profit)}
    </span>
  );
}
