import { getNetworkPrefix } from "#lib/account/throttle";
import { hashToken } from "#lib/account/token/token";

/** Wrong tokens from one address; above it, only tokens that were valid here are looked up. Honest clients send none. */
const MAX_WRONG_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
/** Stored addresses, and stored tokens. */
const MAX_ENTRIES = 10_000;

const wrongTokenCounts = new Map<string, { endsAt: number; count: number }>();

/** Hashes of tokens that were valid here: many callers may share the address of an attacker. */
const validTokenHashes = new Set<string>();

/** Returns the seconds to wait before a token from this address is looked up; 0 for now. */
export function getTokenWaitS(address: string | undefined, token: string, now = performance.now()): number {
  const entry = wrongTokenCounts.get(getNetworkKey(address));
  if (!entry || entry.endsAt <= now || entry.count < MAX_WRONG_PER_MINUTE) return 0;
  return validTokenHashes.has(hashToken(token)) ? 0 : Math.max(1, Math.ceil((entry.endsAt - now) / 1000));
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
  const key = getNetworkKey(address);
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

const getNetworkKey = (address: string | undefined) => getNetworkPrefix(address ?? "");
