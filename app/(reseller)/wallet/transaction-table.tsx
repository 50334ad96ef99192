import { formatMoney } from "#lib/core/money/money";
import { formatDayAndClock, formatExactTime } from "#lib/core/time/time";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import type { StatementLine } from "#lib/purchase/wallet-statement";
import { TransactionRows } from "./transaction-rows.tsx";

interface Props {
  lines: readonly StatementLine[];
  /** Names of saved customers by their phone number. */
  names: ReadonlyMap<string, string>;
}

/** The reseller's transactions by day; those of a purchase name its customer and plan, and open it. */
export function TransactionTable({ lines, names }: Props) {
  return <TransactionRows rows={lines.map((line) => toRow(line, names))} />;
}

export type TransactionRow = ReturnType<typeof toRow>;

function toRow(
  { journalId, kind, purchase, order, reason, at, amount, balance }: StatementLine,
  names: Props["names"],
) {
  const label = ENTRY_LABELS[kind];
  const cause = order ? `Shop order ${order}` : reason;
  const what = purchase ? purchase.what : cause;
  return {
    id: journalId,
    ident: purchase?.ident ?? null,
    network: purchase?.networkName ?? null,
    title: purchase ? names.get(purchase.phoneE164) || purchase.phone : label,
    // A purchase is what most lines are, so only the others say what they are.
    note: purchase && kind !== "hold" ? `${label}: ${what}` : what,
    /** The kind and the plan or cause. */
    linkLabel: [label, what].filter(Boolean).join(", "),
    ...formatDayAndClock(at),
    iso: at.toISOString(),
    exact: formatExactTime(at),
    amount: `${amount > 0n ? "+" : ""}${formatMoney(amount)}`,
    isIn: amount > 0n,
    balance: formatMoney(balance),
  };
}
