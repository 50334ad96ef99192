import { startCountdown } from "#lib/core/time/time";

/**
 * At a failover the others wait for a process that renewed its row at most five seconds before them
 * (`continueAfterFailover`); a claim takes one second at most.
 */
const MAX_AGE_MS = 4_000;

/** The time that remains after each of the last two renewals of this process; undefined without a heartbeat. */
let lastTwo: [() => number, () => number] | undefined;

/** Begins a renewal of this process's row. @returns a function that notes its success. */
export function beginRenewal(): () => void {
  const remaining = startCountdown(MAX_AGE_MS);
  return () => {
    lastTwo = [lastTwo?.[1] ?? remaining, remaining];
  };
}

/** Ends the heartbeat of this process. */
export function endRenewals(): void {
  lastTwo = undefined;
}

/**
 * Whether the others would wait for this process at a failover, also to a standby that lacks its last renewal: otherwise
 * they may send again what it claims.
 */
export const isAwaitedByOthers = (): boolean => lastTwo === undefined || lastTwo[0]() > 0;
