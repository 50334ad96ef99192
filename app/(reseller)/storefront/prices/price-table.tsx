import { formatMoney } from "#lib/core/money";
import type { RetailView } from "#lib/shop/price-list";
import { Badge } from "../../../ui/badge.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { PageLink } from "../../../ui/page-link.tsx";

interface Props {
  plans: readonly RetailView[];
  networks: { id: number; name: string }[];
  chosen: { id: number; name: string } | undefined;
}

const TAB = [
  "inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-medium text-sm hover:border-edge",
  "aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

const COLUMNS: readonly Column<RetailView>[] = [
  {
    key: "plan",
    head: "Plan",
    phone: "title",
    cell: ({ planId, size, volume, validity }) => (
      <PageLink href={`/storefront/prices/${planId}`} className="stretched rounded-sm font-medium">
        {size} {volume} · {validity}
      </PageLink>
    ),
  },
  {
    key: "type",
    head: "Type",
    phone: "note",
    cell: ({ typeName }) => <span className="md:text-muted">{typeName}</span>,
  },
  { key: "cost", head: "You pay", align: "end", cell: ({ price }) => formatMoney(price) },
  {
    key: "retail",
    head: "Customers pay",
    align: "end",
    phone: "value",
    cell: ({ retail }) => <span className="font-semibold">{formatMoney(retail)}</span>,
  },
  { key: "profit", head: "You keep", align: "end", phone: "state", cell: Kept },
];

/** Every plan of a network: what it costs, what it brings. Each opens to a price of its own. */
export function PriceTable({ plans, networks, chosen }: Props) {
  return (
    <section aria-label="Prices" className="min-w-0">
      <nav aria-label="Network" className="mb-3 flex flex-wrap gap-2">
        {networks.map(({ id, name }) => (
          <PageLink
            key={id}
            href={`/storefront/prices?network=${id}`}
            aria-current={id === chosen?.id ? "page" : undefined}
            className={TAB}
            opens="staying"
          >
            {name}
          </PageLink>
        ))}
      </nav>
      <DataTable
        caption={`Prices of ${chosen?.name ?? "no network"}`}
        columns={COLUMNS}
        rows={plans.filter((plan) => plan.networkId === chosen?.id)}
        rowKey={(plan) => plan.planId}
      />
    </section>
  );
}

function Kept({ profit, hidden, own }: RetailView) {
  if (hidden) return <Badge>Hidden</Badge>;
  if (profit < 0n)
    return (
      <Badge tone="bad" icon>
        Loss {formatMoney(-profit)}
      </Badge>
    );
  return (
    <span className="text-good">
      {own && <span className="text-muted">own price · </span>}
      {formatMoney(profit)}
    </span>
  );
}
