import type { Rate } from "./rate.ts";
import type { Account } from "./take-purchase.ts";

const PER_MINUTE = 600;
const MINUTE_MS = 60_000;

interface Window {
  endsAt: number;
  used: number;
}

const windows = new Map<string, Window>();

/**
 * Counts one call of a reseller's programs, by whichever token, whatever it asks. The limit is generous and guards each process for itself, so it is kept
 * in memory: a list needs no write.
 */
export function takeCall(account: Account, now = performance.now()): Rate {
  const window = current(account, now);
  const refused = window.used >= PER_MINUTE;
  if (!refused) window.used += 1;
  return { ...rateOf(window, now), refused };
}

/** How a reseller's calls stand, with none taken: for what is refused before it is a call. */
export function callsLeft(account: Account, now = performance.now()): Rate {
  return rateOf(current(account, now), now);
}

function rateOf({ endsAt, used }: Window, now: number): Rate {
  const resetS = Math.max(1, Math.ceil((endsAt - now) / 1000));
  return { limit: PER_MINUTE, remaining: PER_MINUTE - used, resetS, refused: false };
}

function current({ id, test }: Account, now: number): Window {
  const key = `${id} ${test}`;
  const known = windows.get(key);
  if (known && known.endsAt > now) return known;
  if (windows.size > 10_000) forget(now);
  const fresh = { endsAt: now + MINUTE_MS, used: 0 };
  windows.set(key, fresh);
  return fresh;
}

function forget(now: number): void {
  for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
}
