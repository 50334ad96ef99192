/** When a run comes: so long after the last, each hour at a minute, or each day at a time, in UTC. */
export type When = { everyMs: number } | { minute: number } | { hour: number; minute: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long after an instant the next run comes, in ms; more than 0. */
export function msUntilNext(when: When, at: number): number {
  if ("everyMs" in when) return when.everyMs;
  const [period, offset] =
    "hour" in when ? [DAY_MS, when.hour * HOUR_MS + when.minute * 60_000] : [HOUR_MS, when.minute * 60_000];
  const since = (((at - offset) % period) + period) % period;
  return period - since;
}
