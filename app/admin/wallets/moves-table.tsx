import { formatMoney } from "#lib/core/money";
import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import type { HandMove } from "#lib/ledger/hand-move-list";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { Time } from "../../ui/time.tsx";
import { resellerColumn } from "./wallets-list.tsx";

/** What was moved by hand, over all wallets; each row opens its wallet. */
export function MovesTable({ moves }: { moves: readonly HandMove[] }) {
  return <DataTable caption="Moved by hand" dense columns={COLUMNS} rows={moves} rowKey={({ id }) => id} />;
}

const COLUMNS: readonly Column<HandMove>[] = [
  resellerColumn,
  {
    key: "what",
    head: "What and why",
    phone: "note",
    cell: ({ kind, reason, who }) => (
      <>
        <span className="block max-w-64 truncate max-xl:max-w-56">
          <span className="md:font-medium">{ENTRY_WORDS[kind]}</span>
          {reason && `: ${reason}`}
        </span>
        <span className="block max-w-64 truncate text-muted text-xs max-md:hidden">by {who}</span>
      </>
    ),
  },
  {
    key: "when",
    head: "When",
    phone: "state",
    cell: ({ at }) => (
      <span className="text-muted">
        <Time at={at} />
      </span>
    ),
  },
  {
    key: "amount",
    head: "Amount",
    align: "end",
    phone: "value",
    cell: ({ amount }) => (
      <Money
        text={`${amount > 0n ? "+" : ""}${formatMoney(amount)}`}
        className={amount > 0n ? "font-semibold text-good" : "font-semibold"}
      />
    ),
  },
];
