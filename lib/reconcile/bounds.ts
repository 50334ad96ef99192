import { env } from "#lib/core/env";
import type { Settings } from "./settings.ts";

/** How long a purchase without a definite answer may still surprise; settable on the desk, but for the last. */
export interface Bounds extends Pick<Settings, "lateSeconds" | "refundSeconds"> {
  /** For how long an answer is waited for, in ms. */
  timeoutMs: number;
}

/** When a try was made and, unless its sender died, when it was answered or given up. In ms. */
interface Try {
  claimedAt: number;
  answeredAt: number | null;
}

/** The bounds in force. */
export function boundsOf({ lateSeconds, refundSeconds }: Settings): Bounds {
  return { lateSeconds, refundSeconds, timeoutMs: env().UPSTREAM_TIMEOUT_MS };
}

/** The last instant at which a purchase without a definite answer may still be executed, in ms. */
export function lateUntil(sent: Try, bounds: Bounds): number {
  return givenUpAt(sent, bounds) + bounds.lateSeconds * 1000;
}

/**
 * The last instant at which the money of a purchase without a definite answer may come back, in ms. It is the same
 * for a time-out, a reset, a 5xx and `pending`: behind each of them the upstream may still call it pending.
 */
export function refundUntil(sent: Try, bounds: Bounds): number {
  return givenUpAt(sent, bounds) + bounds.refundSeconds * 1000;
}

/** An upstream may work on a request for as long as somebody waits for it, so the bounds count from there. */
function givenUpAt({ claimedAt, answeredAt }: Try, { timeoutMs }: Bounds): number {
  return answeredAt ?? claimedAt + timeoutMs;
}
