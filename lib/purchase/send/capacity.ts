import { getUpstreamVariables } from "#lib/upstream/variables";

/** Added to what rate and timeout require, because responses arrive while earlier ones are still being recorded. */
const SPARE_SLOTS = 4;

export interface Capacity {
  /**
   * In total: a minute's sends times the minutes that a response may take, so that slow responses never slow down sending.
   */
  total: number;
  /** Of those, sent since the last response, so that a silent upstream does not get all of it. */
  sinceResponse: number;
}

/** Computes the capacity from rate and timeout; `UPSTREAM_IN_FLIGHT` limits it, if set. */
export function getCapacity(): Capacity {
  const { UPSTREAM_PURCHASES_PER_MINUTE, UPSTREAM_TIMEOUT_MS, UPSTREAM_IN_FLIGHT } = getUpstreamVariables();
  const needed = Math.ceil((UPSTREAM_PURCHASES_PER_MINUTE * UPSTREAM_TIMEOUT_MS) / 60_000) + SPARE_SLOTS;
  const total = Math.min(needed, UPSTREAM_IN_FLIGHT ?? needed);
  return { total, sinceResponse: Math.min(total, Math.max(SPARE_SLOTS, Math.ceil(total / 3))) };
}
