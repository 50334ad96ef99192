import type { Rate } from "./rate.ts";

const PER_MINUTE = 600;
const MINUTE_MS = 60_000;

interface Window {
  endsAt: number;
  used: number;
}

const windows = new Map<number, Window>();

/**
 * Counts one call of a token, whatever it asks. The limit is generous and guards each process for itself, so it is kept
 * in memory: a list needs no write.
 */
export function takeCall(tokenId: number, now = performance.now()): Rate {
  const window = current(tokenId, now);
  const refused = window.used >= PER_MINUTE;
  if (!refused) window.used += 1;
  return { ...rateOf(window, now), refused };
}

/** How a token's calls stand, with none taken: for what is refused before it is a call. */
export function callsLeft(tokenId: number, now = performance.now()): Rate {
  return rateOf(current(tokenId, now), now);
}

function rateOf({ endsAt, used }: Window, now: number): Rate {
  const resetS = Math.max(1, Math.ceil((endsAt - now) / 1000));
  return { limit: PER_MINUTE, remaining: PER_MINUTE - used, resetS, refused: false };
}

function current(tokenId: number, now: number): Window {
  const known = windows.get(tokenId);
  if (known && known.endsAt > now) return known;
  if (windows.size > 10_000) forget(now);
  const fresh = { endsAt: now + MINUTE_MS, used: 0 };
  windows.set(tokenId, fresh);
  return fresh;
}

function forget(now: number): void {
  for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
}
