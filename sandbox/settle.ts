import type { Transaction } from "./transaction.ts";
import type { World } from "./world.ts";

/** Gives a pending transaction its end and tells the log. Returns false when it had one already. */
export function settle(
  world: World,
  transaction: Transaction,
  outcome: "deliver" | "fail",
  { refund, text }: { refund: boolean; text?: string | undefined },
): boolean {
  if (transaction.settledAt !== null) return false;
  transaction.settledAt = Date.now();
  transaction.delivered = outcome === "deliver";
  transaction.status = outcome === "deliver" ? "successful" : "failed";
  transaction.apiResponse = text ?? usualText(outcome, transaction);
  if (outcome === "fail" && refund && transaction.charged) {
    transaction.charged = false;
    world.wallet.move("refund", transaction.amountMinor, transaction.id);
  }
  for (const n of transaction.requests) world.log.touchNumber(n);
  return true;
}

function usualText(outcome: "deliver" | "fail", { phone }: Transaction): string {
  if (outcome === "deliver") return `Dear customer, the data bundle was delivered to ${phone}.`;
  return `The recipient ${phone} is not eligible for this plan. Please try another plan.`;
}
