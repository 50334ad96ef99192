import type { SandboxTransaction } from "./transaction.ts";
import type { SandboxWorld } from "./world.ts";

/** Ends a pending transaction and updates the log. Returns false when it was ended already. */
export function settleTransaction(
  world: SandboxWorld,
  transaction: SandboxTransaction,
  outcome: "deliver" | "fail",
  { refund, text }: { refund: boolean; text?: string | undefined },
): boolean {
  if (transaction.settledAt !== null) return false;
  transaction.settledAt = Date.now();
  transaction.delivered = outcome === "deliver";
  transaction.status = outcome === "deliver" ? "successful" : "failed";
  transaction.apiResponse = text ?? defaultOutcomeText(outcome, transaction);
  if (outcome === "fail" && refund && transaction.charged) {
    transaction.charged = false;
    world.wallet.move("refund", transaction.amountMinor, transaction.id);
  }
  for (const n of transaction.requests) world.log.touchNumber(n);
  return true;
}

function defaultOutcomeText(outcome: "deliver" | "fail", { phone }: SandboxTransaction): string {
  if (outcome === "deliver") return `Dear customer, the data bundle was delivered to ${phone}.`;
  return `The recipient ${phone} is not eligible for this plan. Please try another plan.`;
}
