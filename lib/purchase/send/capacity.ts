import { env } from "#lib/core/env";

/** Beyond what rate and time-out ask for: answers that come while the last ones are written down. */
const SPARE = 4;

/** How many purchases a process may have in flight. */
export interface Capacity {
  /** At all: a minute's sends times the minutes that an answer may take, so that slow answers never slow the sending. */
  all: number;
  /** Of those, sent since the upstream last said anything: one that went silent does not get all of it. */
  unheard: number;
}

/** The capacity by the rate and the time-out that are set; `UPSTREAM_IN_FLIGHT`, where it is set, is the most. */
export function capacity(): Capacity {
  const { UPSTREAM_PURCHASES_PER_MINUTE, UPSTREAM_TIMEOUT_MS, UPSTREAM_IN_FLIGHT } = env();
  const needed = Math.ceil((UPSTREAM_PURCHASES_PER_MINUTE * UPSTREAM_TIMEOUT_MS) / 60_000) + SPARE;
  const all = Math.min(needed, UPSTREAM_IN_FLIGHT ?? needed);
  return { all, unheard: Math.min(all, Math.max(SPARE, Math.ceil(all / 3))) };
}
