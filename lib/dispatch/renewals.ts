import { log } from "#lib/core/log";
import { startCountdown } from "#lib/core/time/time";
import { MAX_RENEWAL_GAP_S } from "./failover.ts";

/** The age at which a renewal is too old for a claim, which takes a second at most. */
const MAX_AGE_MS = (MAX_RENEWAL_GAP_S - 2) * 1_000;

/** The time that remains after each of the last two renewals of this process; undefined without a heartbeat. */
let lastTwo: [() => number, () => number] | undefined;
let wasAwaited = false;

/** Begins a renewal of this process's row. @returns a function that notes its success. */
export function beginRenewal(): () => void {
  const remaining = startCountdown(MAX_AGE_MS);
  return () => {
    lastTwo = [lastTwo?.[1] ?? (() => 0), remaining];
  };
}

/** Ends the heartbeat of this process. */
export function endRenewals(): void {
  lastTwo = undefined;
}

/**
 * Whether the others would wait for this process at a failover, also to a standby that lacks its last renewal:
 * otherwise they may send again what it claims.
 */
export function isAwaitedByOthers(): boolean {
  const isAwaited = lastTwo === undefined || lastTwo[0]() > 0;
  if (wasAwaited && !isAwaited) log.warn("dispatch.not_awaited");
  wasAwaited = isAwaited;
  return isAwaited;
}
