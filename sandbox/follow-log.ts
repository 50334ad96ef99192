import type { SandboxLogEntry } from "./log.ts";
import { encodeJson } from "./values.ts";

/** Selects purchases: by a predicate, or by their fields. */
export type PurchaseMatch =
  | ((entry: SandboxLogEntry) => boolean)
  | { ref?: string; phone?: string; plan?: number };

/** The progress of a purchase. `settled` means that its transaction is no longer pending. */
export type PurchaseMoment = "received" | "held" | "executed" | "answered" | "settled" | "hung-up";

/** Changes of the log: the entries that changed after a version, and the version now. */
export interface LogUpdate<Entry = SandboxLogEntry> {
  version: number;
  entries: Entry[];
}

const HAS_REACHED: Record<PurchaseMoment, (entry: SandboxLogEntry) => boolean> = {
  received: () => true,
  held: ({ held }) => held !== null,
  executed: ({ executed }) => executed,
  answered: ({ answeredAt }) => answeredAt !== null,
  settled: ({ transaction }) => transaction !== null && transaction.settledAt !== null,
  "hung-up": ({ hungUp }) => hungUp,
};

/** Creates a predicate for purchases that match and have reached the moment. */
export function createMatcher(
  match: PurchaseMatch,
  until: PurchaseMoment,
): (entry: SandboxLogEntry) => boolean {
  const fits =
    typeof match === "function" ? match : (entry: SandboxLogEntry) => matchesPurchase(entry, match);
  return (entry) => entry.route === "purchase" && HAS_REACHED[until](entry) && fits(entry);
}

function matchesPurchase(
  { ref, body }: SandboxLogEntry,
  match: { ref?: string; phone?: string; plan?: number },
): boolean {
  const request = (body ?? {}) as { mobile_number?: unknown; plan?: unknown };
  return (
    (match.ref === undefined || match.ref === ref) &&
    (match.phone === undefined || match.phone === request.mobile_number) &&
    (match.plan === undefined || match.plan === request.plan)
  );
}

/**
 * Reads changes until the whole log satisfies the predicate.
 * @throws Error with the log after `timeoutMs`.
 */
export async function followLog<Entry extends { n: number }>(
  news: (since: number, waitMs: number) => Promise<LogUpdate<Entry>>,
  done: (log: Entry[]) => boolean,
  timeoutMs: number,
): Promise<Entry[]> {
  const deadline = Date.now() + timeoutMs;
  const seen = new Map<number, Entry>();
  for (let since = 0, waitMs = 0; waitMs >= 0; waitMs = deadline - Date.now()) {
    const { version, entries } = await news(since, waitMs);
    since = version;
    for (const entry of entries) seen.set(entry.n, entry);
    if (done([...seen.values()])) return [...seen.values()];
  }
  throw new Error(`The log didn't match within ${timeoutMs} ms. It has: ${encodeJson([...seen.values()])}`);
}
