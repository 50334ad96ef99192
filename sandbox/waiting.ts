import { encode } from "./json.ts";
import type { LogEntry } from "./log.ts";

/** Which purchases: by a predicate, or by what they were about. */
export type Match = ((entry: LogEntry) => boolean) | { ref?: string; phone?: string; plan?: number };

/** How far a purchase has come. `settled` means that its transaction is no longer pending. */
export type Moment = "received" | "held" | "executed" | "answered" | "settled" | "hung-up";

/** News of the log: the entries that changed after a version, and the version now. */
export interface News<Entry = LogEntry> {
  version: number;
  entries: Entry[];
}

const reached: Record<Moment, (entry: LogEntry) => boolean> = {
  received: () => true,
  held: ({ held }) => held !== null,
  executed: ({ executed }) => executed,
  answered: ({ answeredAt }) => answeredAt !== null,
  settled: ({ transaction }) => transaction !== null && transaction.settledAt !== null,
  "hung-up": ({ hungUp }) => hungUp,
};

/** A predicate for purchases that fit and have come to the moment. */
export function matcher(match: Match, until: Moment): (entry: LogEntry) => boolean {
  const fits = typeof match === "function" ? match : (entry: LogEntry) => about(entry, match);
  return (entry) => entry.route === "purchase" && reached[until](entry) && fits(entry);
}

function about({ ref, body }: LogEntry, match: { ref?: string; phone?: string; plan?: number }): boolean {
  const asked = (body ?? {}) as { mobile_number?: unknown; plan?: unknown };
  return (
    (match.ref === undefined || match.ref === ref) &&
    (match.phone === undefined || match.phone === asked.mobile_number) &&
    (match.plan === undefined || match.plan === asked.plan)
  );
}

/** Reads news until the whole log satisfies the predicate; throws after `timeoutMs`, showing the log. */
export async function follow<Entry extends { n: number }>(
  news: (since: number, waitMs: number) => Promise<News<Entry>>,
  done: (log: Entry[]) => boolean,
  timeoutMs: number,
): Promise<Entry[]> {
  const deadline = Date.now() + timeoutMs;
  const known = new Map<number, Entry>();
  for (let since = 0, waitMs = 0; waitMs >= 0; waitMs = deadline - Date.now()) {
    const { version, entries } = await news(since, waitMs);
    since = version;
    for (const entry of entries) known.set(entry.n, entry);
    if (done([...known.values()])) return [...known.values()];
  }
  throw new Error(`not seen within ${timeoutMs} ms; the log: ${encode([...known.values()])}`);
}
