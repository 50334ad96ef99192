import type { UpstreamAccount } from "#lib/upstream/account";

/**
 * Added to what rate and timeout require, because responses arrive while earlier ones are still being
 * recorded.
 */
const SPARE_SLOTS = 4;

export interface Capacity {
  /**
   * In total: a minute's sends times the minutes that a response may take, so that slow responses never slow
   * down sending.
   */
  total: number;
  /** Of those, sent since the last response, so that a silent upstream does not get all of it. */
  sinceResponse: number;
}

/** Computes a supplier's capacity in this process from rate and timeout; `maxInFlight` limits it, if set. */
export function getCapacity({
  perMinute,
  timeoutMs,
  maxInFlight,
}: Pick<UpstreamAccount, "perMinute" | "timeoutMs" | "maxInFlight">): Capacity {
  const needed = Math.ceil((perMinute * timeoutMs) / 60_000) + SPARE_SLOTS;
  const total = Math.min(needed, maxInFlight ?? needed);
  return { total, sinceResponse: Math.min(total, Math.max(SPARE_SLOTS, Math.ceil(total / 3))) };
}
