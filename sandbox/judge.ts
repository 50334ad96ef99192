import type { LogEntry } from "./log.ts";
import type { Transaction } from "./transaction.ts";

/** What really became of a ref: delivered wins over all, then pending, then failed. */
export function truth(
  transactions: Transaction[],
  ref: string,
): "delivered" | "pending" | "failed" | "unseen" {
  const own = transactions.filter((transaction) => transaction.ref === ref);
  if (own.some(({ delivered }) => delivered)) return "delivered";
  if (own.some(({ status }) => status === "pending")) return "pending";
  return own.length > 0 ? "failed" : "unseen";
}

/** Refs that were sent again although an earlier sending was not plainly refused: each is a broken promise. */
export function resent(log: LogEntry[]): string[] {
  const open = new Set<string>();
  const again = new Set<string>();
  for (const entry of log) {
    if (entry.route !== "purchase" || entry.ref === null) continue;
    if (open.has(entry.ref)) again.add(entry.ref);
    if (!plainlyRefused(entry)) open.add(entry.ref);
  }
  return [...again];
}

/** Refs under which more than one bundle was delivered. */
export function deliveredTwice(transactions: Transaction[]): string[] {
  const refs = transactions.filter(({ delivered, ref }) => delivered && ref !== null).map(({ ref }) => ref);
  return [...new Set(refs.filter((ref, index) => refs.indexOf(ref) !== index))] as string[];
}

/** The most purchases received within any window of this many ms, both ends included. */
export function busiest(log: LogEntry[], windowMs = 60_000): number {
  const times = log.filter(({ route }) => route === "purchase").map(({ receivedAt }) => receivedAt);
  times.sort((one, other) => one - other);
  let from = 0;
  let most = 0;
  for (const [index, at] of times.entries()) {
    while ((times[from] ?? at) < at - windowMs) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

/** Whether the caller was told in so many words that nothing was executed, and nothing was. */
function plainlyRefused({ answer, executed, hungUp, fault }: LogEntry): boolean {
  if (executed || hungUp || answer?.ending !== "sent") return false;
  if (fault?.answer === "processing" || fault?.answer === "provider-text") return false;
  return [401, 403, 422, 429].includes(answer.status ?? 0);
}
