import { env } from "#lib/core/env";

/** Added to what rate and time-out ask for: answers arrive while earlier ones are still being recorded. */
const SPARE = 4;

/** How many purchases a process may have in flight. */
export interface Capacity {
  /**
   * In total: a minute's sends times the minutes that an answer may take, so that slow answers never slow the sending.
   */
  all: number;
  /** Of those, sent since the upstream was last heard of: one that went silent does not get all of it. */
  unheard: number;
}

/** The capacity that follows from rate and time-out; `UPSTREAM_IN_FLIGHT`, where it is set, limits it. */
export function capacity(): Capacity {
  const { UPSTREAM_PURCHASES_PER_MINUTE, UPSTREAM_TIMEOUT_MS, UPSTREAM_IN_FLIGHT } = env();
  const needed = Math.ceil((UPSTREAM_PURCHASES_PER_MINUTE * UPSTREAM_TIMEOUT_MS) / 60_000) + SPARE;
  const all = Math.min(needed, UPSTREAM_IN_FLIGHT ?? needed);
  return { all, unheard: Math.min(all, Math.max(SPARE, Math.ceil(all / 3))) };
}
