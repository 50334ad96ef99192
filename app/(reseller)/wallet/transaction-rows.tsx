"use client";

import { ArrowDownLeft, ArrowUpRight } from "#app/ui/icon/icons.ts";
import { type Column, DataTable } from "#app/ui/list/data-table";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { TimeLabel } from "#app/ui/time-label";
import type { TransactionRow } from "./transaction-row.ts";

/** A client component, so that the markup of fifty rows isn’t sent again as page data. */
export function TransactionRows({ rows }: { rows: readonly TransactionRow[] }) {
  return (
    <DataTable
      caption="Statement"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      group={({ day }) => day}
    />
  );
}

const COLUMNS: readonly Column<TransactionRow>[] = [
  {
    head: "Type",
    headHidden: true,
    phone: "lead",
    cell: ({ network, isIn }) =>
      network ? (
        <NetworkTile name={network} />
      ) : (
        <span
          className={
            isIn
              ? "grid size-10 place-items-center rounded-full bg-good-soft text-good"
              : "grid size-10 place-items-center rounded-full bg-sunken text-muted"
          }
        >
          {isIn ? <ArrowDownLeft className="size-5" /> : <ArrowUpRight className="size-5" />}
        </span>
      ),
  },
  {
    head: "Transaction",
    phone: "title",
    cell: ({ ident, title, note, linkLabel, clock }) => (
      <>
        {ident ? (
          <RowLink
            href={`/purchases/${ident}`}
            label={`${title}, ${linkLabel}, ${clock}`}
            className="font-medium"
          >
            {title}
          </RowLink>
        ) : (
          <span className="font-medium">{title}</span>
        )}
        {note && (
          <span className="block max-w-md truncate font-normal text-muted text-sm max-md:hidden">{note}</span>
        )}
      </>
    ),
  },
  {
    head: "Time",
    phone: "note",
    cell: ({ iso, exact, clock, note }) => (
      <span className="text-muted max-md:line-clamp-2">
        <TimeLabel iso={iso} text={clock} exact={exact} />
        {note && <span className="md:hidden">{` · ${note}`}</span>}
      </span>
    ),
  },
  {
    head: "Amount",
    align: "end",
    phone: "value",
    cell: ({ amount, isIn }) => (
      <Money text={amount} className={isIn ? "font-semibold text-good" : "font-semibold"} />
    ),
  },
  {
    head: "Balance after",
    align: "end",
    phone: "state",
    cell: ({ balance }) => <Money text={balance} className="text-muted max-md:text-sm" />,
  },
];
