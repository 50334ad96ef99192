import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { toTransactionStatus } from "#lib/purchase/read/transaction-view";

const DAY_MS = 86_400_000;

/**
 * Describes a repetition that is likely meant as a new purchase: its ref is that of an older one, which has
 * ended. Undefined for a call that is repeated until its outcome is known. By the rules of refs nothing is
 * bought, and only this tells the client's programmer why.
 */
export function describeLateReplay({ state, placedAt }: PurchaseView): string | undefined {
  if (toTransactionStatus(state) === "pending" || Date.now() - placedAt.getTime() < DAY_MS) return undefined;
  const day = placedAt.toISOString().slice(0, 10);
  return `nothing was bought: this ref is of a purchase of ${day}. Send a new ref for each purchase`;
}
