"use client";

import { Badge } from "#app/ui/badge";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { TimeLabel } from "#app/ui/time-label";
import type { PurchaseRow } from "./purchase-row.ts";

/** A client component, so that the markup of fifty rows isn’t sent again as page data. */
export function PurchaseRows({ rows }: { rows: readonly PurchaseRow[] }) {
  return (
    <DataTable
      caption="Purchases"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ ident }) => ident}
      group={({ day }) => day}
    />
  );
}

const COLUMNS: readonly Column<PurchaseRow>[] = [
  { head: "Network", headHidden: true, phone: "lead", cell: ({ network }) => <NetworkTile name={network} /> },
  {
    head: "Customer",
    phone: "title",
    cell: ({ ident, phone, name, plan, placed }) => (
      <>
        <RowLink
          href={`/purchases/${ident}`}
          label={[name, phone, plan, placed.text].filter(Boolean).join(", ")}
          className="font-medium md:line-clamp-1 md:wrap-anywhere md:min-w-32"
        >
          {name || phone}
        </RowLink>
        {name && (
          <>
            <span className="font-normal text-muted text-sm md:hidden">{` …${phone.slice(-4)}`}</span>
            <span className="block whitespace-nowrap text-muted text-sm max-md:hidden">{phone}</span>
          </>
        )}
      </>
    ),
  },
  {
    head: "Plan",
    phone: "note",
    cell: ({ plan, type, clock }) => (
      <>
        <span className="md:hidden">{`${clock} · `}</span>
        <span className="whitespace-nowrap md:font-medium">{plan}</span>
        <span className="block whitespace-nowrap text-muted text-sm max-md:hidden">{type}</span>
      </>
    ),
  },
  {
    head: "Time",
    cell: ({ placed, clock }) => (
      <span className="text-muted">
        <TimeLabel {...placed} text={clock} />
      </span>
    ),
  },
  {
    head: "Status",
    phone: "state",
    cell: ({ state, cancelled, notReceived }) =>
      // An open issue says more than the state, which its page shows too.
      notReceived ? (
        <Badge tone="unsure" icon>
          Delivery issue
        </Badge>
      ) : (
        <PurchaseStateBadge state={state} cancelled={cancelled} />
      ),
  },
  {
    head: "Price",
    align: "end",
    phone: "value",
    cell: ({ price }) => <Money text={price} className="font-semibold" />,
  },
  {
    head: "Buy again",
    headHidden: true,
    from: "xl",
    align: "end",
    cell: ({ ident, plan, phone, name, placed }) => (
      <PageLink
        href={`/buy?again=${ident}`}
        aria-label={`Buy again: ${plan} for ${name || phone}, ${placed.text}`}
        className="target relative -my-3 inline-flex items-center rounded-sm font-medium text-accent text-sm hover:underline"
      >
        Buy again
      </PageLink>
    ),
  },
];
