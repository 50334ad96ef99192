import { Money } from "#app/ui/money";
import { Time } from "#app/ui/time";
import { formatExactMoney, type Minor } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import type { StatementLine } from "#lib/sales/wallet-statement";
import { type Column, DataTable } from "./data-table.tsx";
import { RowLink } from "./row-link.tsx";

interface Props {
  lines: readonly StatementLine[];
  /** The actions of an admin on a line. */
  actions: Column<StatementLine>;
}

/** A wallet's statement for admins. */
export function StatementTable({ lines, actions }: Props) {
  return (
    <DataTable
      caption="Statement"
      dense
      columns={[DESCRIPTION_COLUMN, ...AMOUNT_COLUMNS, actions]}
      rows={lines}
      rowKey={({ journalId }) => journalId}
    />
  );
}

const DESCRIPTION_COLUMN: Column<StatementLine> = {
  head: "Transaction",
  phone: "title",
  cell: ({ kind, purchase, order, other, reason, at }) => (
    <>
      {purchase ? (
        <RowLink
          href={`/admin/purchases/${purchase.ident}`}
          label={`${ENTRY_LABELS[kind]}, ${purchase.what} for ${purchase.phone}, ${formatTime(at)}`}
          className="font-medium"
        >
          {ENTRY_LABELS[kind]}
        </RowLink>
      ) : (
        <span className="font-medium">{ENTRY_LABELS[kind]}</span>
      )}
      <span className="block max-w-md truncate font-normal text-muted text-sm max-md:hidden">
        {purchase ? `${purchase.what} for ${purchase.phone}` : formatCause(order, other, reason)}
      </span>
    </>
  ),
};

const formatCause = (order: string | null, partner: string | null, reason: string | null) =>
  order ? `Shop order ${order}` : [partner, reason].filter(Boolean).join(", ");

/** An amount with its sign: money in is green. */
export const signedAmountColumn: Column<{ amount: Minor }> = {
  head: "Amount",
  align: "end",
  phone: "value",
  cell: ({ amount }) => (
    <Money
      text={`${amount > 0n ? "+" : ""}${formatExactMoney(amount)}`}
      className={amount > 0n ? "font-semibold text-good" : "font-semibold"}
    />
  ),
};

const AMOUNT_COLUMNS: readonly Column<StatementLine>[] = [
  {
    head: "Date",
    phone: "note",
    cell: ({ at, purchase, order, other, reason }) => {
      const cause = purchase ? purchase.phone : formatCause(order, other, reason);
      return (
        <span className="text-muted">
          <Time at={at} />
          <span className="md:hidden">{cause && `, ${cause}`}</span>
        </span>
      );
    },
  },
  signedAmountColumn,
  {
    head: "Balance after",
    align: "end",
    phone: "state",
    cell: ({ balance }) => <Money text={formatExactMoney(balance)} className="text-muted max-md:text-sm" />,
  },
];

export const STATEMENT_FILTERS = [
  {
    name: "kind",
    label: "Type",
    empty: "All transactions",
    options: ENTRY_LABELS,
  },
];
