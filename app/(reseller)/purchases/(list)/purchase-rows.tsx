"use client";

import type { PurchaseState } from "#lib/purchase/read/view";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Money } from "../../../ui/money.tsx";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { RowLink } from "../../../ui/row-link.tsx";
import { type Said, SaidTime } from "../../../ui/said-time.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";

/** A purchase in words. */
interface PurchaseRow {
  ident: string;
  phone: string;
  network: string;
  size: string;
  type: string;
  placed: Said;
  price: string;
  state: PurchaseState;
  cancelled: boolean;
  notReceived: boolean;
}

/** The table is made of its words here too: fifty rows of markup, said once more as payload, were most of what a page weighed. */
export function PurchaseRows({ rows }: { rows: readonly PurchaseRow[] }) {
  return <DataTable caption="Purchases" columns={COLUMNS} rows={rows} rowKey={({ ident }) => ident} />;
}

const COLUMNS: readonly Column<PurchaseRow>[] = [
  {
    key: "network",
    head: "Network",
    headHidden: true,
    phone: "lead",
    cell: ({ network }) => <NetworkTile name={network} />,
  },
  {
    key: "number",
    head: "Number",
    phone: "title",
    cell: ({ ident, phone }) => (
      <RowLink href={`/purchases/${ident}`} className="whitespace-nowrap font-medium">
        {phone}
      </RowLink>
    ),
  },
  {
    key: "plan",
    head: "Plan",
    phone: "note",
    cell: ({ network, size, type, placed }) => (
      <>
        <span className="md:font-medium">{`${network} ${size}`}</span>
        <span className="md:hidden">{`, ${placed.said}`}</span>
        <span className="text-muted text-sm max-md:hidden">{` ${type}`}</span>
      </>
    ),
  },
  {
    key: "placed",
    head: "Bought",
    cell: ({ placed }) => (
      <span className="text-muted">
        <SaidTime {...placed} />
      </span>
    ),
  },
  {
    key: "state",
    head: "State",
    phone: "state",
    cell: ({ state, cancelled, notReceived }) => (
      <StateBadge state={state} cancelled={cancelled} notReceived={notReceived} />
    ),
  },
  {
    key: "price",
    head: "Price",
    align: "end",
    phone: "value",
    cell: ({ price }) => <Money text={price} className="font-semibold" />,
  },
  {
    key: "again",
    head: "Buy again",
    headHidden: true,
    align: "end",
    cell: ({ ident, network, size, phone }) => (
      <PageLink
        href={`/buy?again=${ident}`}
        className="target relative -my-3 inline-flex items-center rounded-sm font-medium text-accent text-sm hover:underline"
      >
        Buy again
        <span className="sr-only">{`: ${network} ${size} for ${phone}`}</span>
      </PageLink>
    ),
  },
];
