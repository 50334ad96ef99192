import type { SandboxLogEntry } from "./log.ts";
import type { SandboxTransaction } from "./transaction.ts";

/** Finds the true outcome of a ref: delivered comes before pending, and pending before failed. */
export function trueOutcome(
  transactions: SandboxTransaction[],
  ref: string,
): "delivered" | "pending" | "failed" | "unseen" {
  const matches = transactions.filter((transaction) => transaction.ref === ref);
  if (matches.some(({ delivered }) => delivered)) return "delivered";
  if (matches.some(({ status }) => status === "pending")) return "pending";
  return matches.length > 0 ? "failed" : "unseen";
}

/**
 * Finds refs that were sent again although an earlier sending was not clearly rejected: each is a broken
 * promise.
 */
export function findResentRefs(log: SandboxLogEntry[]): string[] {
  const open = new Set<string>();
  const again = new Set<string>();
  for (const entry of log) {
    if (entry.route !== "purchase" || entry.ref === null) continue;
    if (open.has(entry.ref)) again.add(entry.ref);
    if (!isDefiniteRefusal(entry)) open.add(entry.ref);
  }
  return [...again];
}

/** Finds refs under which more than one bundle was delivered. */
export function findDoubleDeliveries(transactions: SandboxTransaction[]): string[] {
  const refs = transactions.filter(({ delivered, ref }) => delivered && ref !== null).map(({ ref }) => ref);
  return [...new Set(refs.filter((ref, index) => refs.indexOf(ref) !== index))] as string[];
}

/** Finds the maximum number of purchases received within any window of this many ms, both ends included. */
export function maxPurchasesInWindow(log: SandboxLogEntry[], windowMs = 60_000): number {
  const times = log.filter(({ route }) => route === "purchase").map(({ receivedAt }) => receivedAt);
  times.sort((a, b) => a - b);
  let from = 0;
  let most = 0;
  for (const [index, at] of times.entries()) {
    while ((times[from] ?? at) < at - windowMs) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

/** Whether the response clearly said that nothing was executed, and nothing was. */
function isDefiniteRefusal({ answer, executed, hungUp, fault }: SandboxLogEntry): boolean {
  if (executed || hungUp || answer?.ending !== "sent") return false;
  if (fault?.answer === "processing" || fault?.answer === "provider-text") return false;
  return [401, 403, 422, 429].includes(answer.status ?? 0);
}
