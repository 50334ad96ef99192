"use client";

import { Badge } from "#app/ui/badge";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import { PrivateMoney } from "#app/ui/private-money";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { TimeLabel } from "#app/ui/time-label";
import type { PurchaseRow } from "./purchase-row.ts";

interface Props {
  rows: readonly PurchaseRow[];
  /** Whether the page names the customer of all rows. */
  isOfOneCustomer?: boolean;
}

/** A client component, so that the markup of fifty rows isn’t sent again as page data. */
export function PurchaseRows({ rows, isOfOneCustomer = false }: Props) {
  return (
    <DataTable
      caption="Purchases"
      columns={isOfOneCustomer ? ONE_CUSTOMER_COLUMNS : COLUMNS}
      rows={rows}
      rowKey={({ ident }) => ident}
      group={({ day }) => day}
    />
  );
}

const NETWORK_COLUMN: Column<PurchaseRow> = {
  head: "Network",
  headHidden: true,
  phone: "lead",
  cell: ({ network }) => <NetworkTile name={network} />,
};

const PLAN_TITLE_COLUMN: Column<PurchaseRow> = {
  head: "Plan",
  phone: "title",
  cell: ({ ident, plan, type, placed }) => (
    <>
      <RowLink href={`/purchases/${ident}`} label={`${plan}, ${placed.text}`} className="font-medium">
        {plan}
      </RowLink>
      <span className="block whitespace-nowrap text-muted text-sm max-md:hidden">{type}</span>
    </>
  ),
};

const CUSTOMER_COLUMN: Column<PurchaseRow> = {
  head: "Customer",
  phone: "title",
  cell: ({ ident, phone, name, plan, placed }) => (
    // A long name is cut before the digits after it.
    <span className="max-md:flex max-md:gap-1">
      <RowLink
        href={`/purchases/${ident}`}
        label={[name, phone, plan, placed.text].filter(Boolean).join(", ")}
        className="font-medium max-md:min-w-0 max-md:truncate md:line-clamp-1 md:wrap-anywhere md:min-w-32"
      >
        {name || phone}
      </RowLink>
      {name && (
        <>
          <span className="font-normal text-muted text-sm leading-6 md:hidden">{`…${phone.slice(-4)}`}</span>
          <span className="block whitespace-nowrap text-muted text-sm max-md:hidden">{phone}</span>
        </>
      )}
    </span>
  ),
};

const TIME_COLUMN: Column<PurchaseRow> = {
  head: "Time",
  cell: ({ placed, clock, soldBy }) => (
    <span className="text-muted">
      <TimeLabel {...placed} text={clock} />
      {soldBy && <span className="block text-sm">{soldBy}</span>}
    </span>
  ),
};

const STATE_COLUMNS: readonly Column<PurchaseRow>[] = [
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
    cell: ({ price, isCost }) => {
      const Price = isCost ? PrivateMoney : Money;
      return <Price text={price} className="font-semibold" />;
    },
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

const COLUMNS = [
  NETWORK_COLUMN,
  CUSTOMER_COLUMN,
  {
    head: "Plan",
    phone: "note",
    cell: ({ plan, type, clock, soldBy }) => (
      <>
        <span className="max-md:dotted">
          <span className="md:hidden">{clock}</span>
          {soldBy && <span className="md:hidden">{soldBy}</span>}
          <span className="whitespace-nowrap md:font-medium">{plan}</span>
        </span>
        <span className="block whitespace-nowrap text-muted text-sm max-md:hidden">{type}</span>
      </>
    ),
  },
  TIME_COLUMN,
  ...STATE_COLUMNS,
] satisfies readonly Column<PurchaseRow>[];

/** With the time on phones too: a complaint names it. */
const ONE_CUSTOMER_COLUMNS = [
  NETWORK_COLUMN,
  PLAN_TITLE_COLUMN,
  { ...TIME_COLUMN, phone: "note" },
  ...STATE_COLUMNS,
] satisfies readonly Column<PurchaseRow>[];
