import type { LogEntry } from "./log.ts";

/** Which purchases: by a predicate, or by what they were about. */
export type Match = ((entry: LogEntry) => boolean) | { ref?: string; phone?: string; plan?: number };

/** How far a purchase has come. `settled` means that its transaction is no longer pending. */
export type Moment = "received" | "held" | "executed" | "answered" | "settled" | "hung-up";

const reached: Record<Moment, (entry: LogEntry) => boolean> = {
  received: () => true,
  held: ({ held }) => held !== null,
  executed: ({ executed }) => executed,
  answered: ({ answeredAt }) => answeredAt !== null,
  settled: ({ transaction }) => transaction !== null && transaction.settledAt !== null,
  "hung-up": ({ hungUp }) => hungUp,
};

/** A predicate for log entries that fit and have come to the moment. */
export function matcher(match: Match, until: Moment): (entry: LogEntry) => boolean {
  const fits = typeof match === "function" ? match : (entry: LogEntry) => about(entry, match);
  return (entry) => reached[until](entry) && fits(entry);
}

function about({ ref, body }: LogEntry, match: { ref?: string; phone?: string; plan?: number }): boolean {
  const asked = (body ?? {}) as { mobile_number?: unknown; plan?: unknown };
  return (
    (match.ref === undefined || match.ref === ref) &&
    (match.phone === undefined || match.phone === asked.mobile_number) &&
    (match.plan === undefined || match.plan === asked.plan)
  );
}
