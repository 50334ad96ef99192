/** The schedule of runs: an interval after the last, each hour at a minute, or each day at a time, in UTC. */
export type RunTiming = { everyMs: number } | { minute: number } | { hour: number; minute: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the time from an instant to the next run, in ms; more than 0. */
export function msUntilNext(when: RunTiming, at: number): number {
  if ("everyMs" in when) return when.everyMs;
  const [period, offset] =
    "hour" in when ? [DAY_MS, when.hour * HOUR_MS + when.minute * 60_000] : [HOUR_MS, when.minute * 60_000];
  const since = (((at - offset) % period) + period) % period;
  return period - since;
}

export const EVERY_MINUTE: RunTiming = { everyMs: 60_000 };
export const EVERY_TEN_MINUTES: RunTiming = { everyMs: 600_000 };
/** When old data is deleted. */
export const HOURLY_CLEANUP: RunTiming = { minute: 7 };
