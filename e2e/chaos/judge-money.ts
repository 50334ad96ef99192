import { trueOutcome } from "#sandbox/outcome-checks";
import type { SandboxTransaction } from "#sandbox/transaction";
import { describePurchase, type PurchaseRow } from "./list-purchase-rows.ts";
import { createVerdict, type Verdict } from "./verdict.ts";

/** The findings of the ledger's check: those about wallets, about audit records, and the others. */
export interface LedgerFindings {
  belowFloor: string[];
  withoutAudit: string[];
  unbalanced: string[];
}

interface UpstreamTruth {
  transactions: SandboxTransaction[];
  /** Whether a purchase that an upstream executed at an instant, in ms since 1970, may be unknown. */
  mayBeLost(at: number): boolean;
}

/**
 * Judges that each purchase has the outcome of its upstream, that its buyer and their parent have the money of that outcome,
 * and that the ledger is balanced.
 */
export function judgeMoney(
  purchases: readonly PurchaseRow[],
  { transactions, mayBeLost }: UpstreamTruth,
  { belowFloor, withoutAudit, unbalanced }: LedgerFindings,
): Verdict[] {
  // A lost purchase may be placed again, under the same ident, and end in another way.
  const lasting = transactions.filter(({ createdAt }) => !mayBeLost(createdAt));
  const settled = purchases.filter(({ state }) => ["successful", "failed", "reversed"].includes(state));
  return [
    createVerdict(
      "each outcome is the upstream's",
      settled,
      settled
        .filter((row) => {
          const truth = row.ending === "cancelled" ? lasting : transactions;
          return !matchesUpstream(row, trueOutcome(truth, row.ident));
        })
        .map(describePurchase),
    ),
    createVerdict("the ledger is balanced", purchases, unbalanced),
    createVerdict(
      "each buyer paid once or has it back once",
      purchases,
      purchases
        .filter((row) => !isPaidByTruth(row, trueOutcome(transactions, row.ident)))
        .map(describePurchase),
    ),
    createVerdict(
      "each commission once, for a paid delivery",
      purchases.filter(({ commission }) => commission !== "0"),
      purchases.filter((row) => !isEarnedByTruth(row)).map(describePurchase),
    ),
    createVerdict("no wallet below its floor", purchases, belowFloor),
    createVerdict("each journal has its audit record", purchases, withoutAudit),
  ];
}

/** Compares a settled purchase with the upstream's outcome; it has not seen a purchase that was never sent. */
function matchesUpstream({ ending }: PurchaseRow, really: ReturnType<typeof trueOutcome>): boolean {
  if (ending === "delivered" || ending === "reversed") return really === "delivered";
  if (ending === "cancelled") return really === "unseen";
  return really === "failed" || really === "unseen";
}

/**
 * Whether a wallet paid for what the upstream delivered and for nothing else. An open purchase may be either; a delivered
 * one costs nothing while its buyer has the advance, or once it is reversed.
 */
function isPaidByTruth(
  { state, advance, price, moved }: PurchaseRow,
  really: ReturnType<typeof trueOutcome>,
): boolean {
  const hasMoney = advance !== null && advance !== "repaid";
  if (state === "reversed") return BigInt(moved) === 0n;
  const isPaid = state === "unconfirmed" ? !hasMoney : really === "delivered" && !hasMoney;
  return BigInt(moved) === (isPaid ? -BigInt(price) : 0n);
}

/** Whether a parent has the commission of a paid delivery, and no other. */
function isEarnedByTruth({ ending, advance, commission, earned }: PurchaseRow): boolean {
  const isPaid = ending === "delivered" && (advance === null || advance === "repaid");
  return BigInt(earned) === (isPaid ? BigInt(commission) : 0n);
}
