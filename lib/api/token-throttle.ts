import { WIDE_FACTOR } from "#lib/account/throttle";
import { hashToken } from "#lib/account/token/token";
import { getNetworkPath } from "#lib/core/network/network-prefix";

/** Wrong tokens from one address; above it, only tokens that were valid here are looked up. */
const MAX_WRONG_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
/** Stored addresses, and stored tokens. */
const MAX_ENTRIES = 10_000;

const wrongTokenCounts = new Map<string, { endsAt: number; count: number }>();

/** Hashes of tokens that were valid here: many callers may share the address of an attacker. */
const validTokenHashes = new Set<string>();

/** Returns the seconds to wait before a token from this address is looked up; 0 for now. */
export function getTokenWaitS(address: string | undefined, token: string, now = performance.now()): number {
  const waits = listLimits(address).map(([key, limit]) => {
    const entry = wrongTokenCounts.get(key);
    if (!entry || entry.endsAt <= now || entry.count < limit) return 0;
    return Math.max(1, Math.ceil((entry.endsAt - now) / 1000));
  });
  const wait = Math.max(...waits);
  return wait > 0 && validTokenHashes.has(hashToken(token)) ? 0 : wait;
}

/** Records whether a token from this address was valid. */
export function recordTokenResult(
  address: string | undefined,
  token: string,
  isRight: boolean,
  now = performance.now(),
): void {
  if (isRight) {
    if (validTokenHashes.size >= MAX_ENTRIES) validTokenHashes.clear();
    validTokenHashes.add(hashToken(token));
    return;
  }
  for (const [key] of listLimits(address)) countWrongToken(key, now);
}

function countWrongToken(key: string, now: number): void {
  const entry = wrongTokenCounts.get(key);
  if (entry && entry.endsAt > now) {
    entry.count += 1;
    return;
  }
  if (wrongTokenCounts.size >= MAX_ENTRIES) evictExpired(now);
  wrongTokenCounts.set(key, { endsAt: now + MINUTE_MS, count: 1 });
}

/** Deletes expired entries; without any, the oldest. */
function evictExpired(now: number): void {
  for (const [key, { endsAt }] of wrongTokenCounts) if (endsAt <= now) wrongTokenCounts.delete(key);
  const [oldest] = wrongTokenCounts.keys();
  if (wrongTokenCounts.size >= MAX_ENTRIES && oldest !== undefined) wrongTokenCounts.delete(oldest);
}

/** Lists the limits of a network and of its wide network, if that is another. */
function listLimits(address: string | undefined): [key: string, limit: number][] {
  const [wide, narrow] = getNetworkPath(address);
  const limit: [string, number] = [narrow, MAX_WRONG_PER_MINUTE];
  return wide === narrow ? [limit] : [limit, [wide, MAX_WRONG_PER_MINUTE * WIDE_FACTOR]];
}
