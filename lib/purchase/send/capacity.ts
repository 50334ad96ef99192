import { getUpstreamVariables } from "#lib/upstream/variables";

/** Added to what rate and timeout require, because responses arrive while earlier ones are still being recorded. */
const SPARE_SLOTS = 4;

export interface Capacity {
  /**
   * In total: a minute's sends times the minutes that a response may take, so that slow responses never slow down sending.
   */
  all: number;
  /** Of those, sent since the last response, so that a silent upstream does not get all of it. */
  unheard: number;
}

/** Computes the capacity from rate and timeout; `UPSTREAM_IN_FLIGHT` limits it, if set. */
export function getCapacity(): Capacity {
  const { UPSTREAM_PURCHASES_PER_MINUTE, UPSTREAM_TIMEOUT_MS, UPSTREAM_IN_FLIGHT } = getUpstreamVariables();
  const needed = Math.ceil((UPSTREAM_PURCHASES_PER_MINUTE * UPSTREAM_TIMEOUT_MS) / 60_000) + SPARE_SLOTS;
  const all = Math.min(needed, UPSTREAM_IN_FLIGHT ?? needed);
  return { all, unheard: Math.min(all, Math.max(SPARE_SLOTS, Math.ceil(all / 3))) };
}
