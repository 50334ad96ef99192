import { formatMoney } from "#lib/core/money/money";
import { formatDayAndClock, formatExactTime } from "#lib/core/time/time";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import type { StatementLine } from "#lib/sales/wallet-statement";

export type TransactionRow = ReturnType<typeof toTransactionRow>;

/** A transaction for the list; that of a purchase names customer and plan. `names`: by number. */
export function toTransactionRow(
  { journalId, kind, purchase, order, other, reason, at, amount, balance }: StatementLine,
  names: ReadonlyMap<string, string>,
) {
  const label = ENTRY_LABELS[kind];
  const cause = order ? `Shop order ${order}` : reason;
  const between = other && [label, reason].filter(Boolean).join(", ");
  const what = purchase ? [purchase.what, purchase.soldBy].filter(Boolean).join(", ") : between || cause;
  return {
    id: journalId,
    ident: purchase?.ident ?? null,
    network: purchase?.networkName ?? null,
    title: purchase ? names.get(purchase.phoneE164) || purchase.phone : other || label,
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
