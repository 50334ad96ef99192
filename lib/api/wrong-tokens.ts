import { network } from "#lib/account/throttle";
import { hashToken } from "#lib/account/token/token";

/** Wrong tokens from one address in a minute, after which none is looked up that is not known here. Honest programs send none. */
const WRONG_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
/** Of addresses, and of tokens, at most so many are kept. */
const MOST_KEPT = 10_000;

const wrong = new Map<string, { endsAt: number; count: number }>();

/** Hashes of tokens that were right here: many callers may share the address of one who guesses. */
const right = new Set<string>();

/** Seconds to wait before a token from this address is looked up again; 0 when it is looked up now. */
export function waitForToken(address: string | undefined, token: string, now = performance.now()): number {
  const known = wrong.get(keyOf(address));
  if (!known || known.endsAt <= now || known.count < WRONG_PER_MINUTE) return 0;
  return right.has(hashToken(token)) ? 0 : Math.max(1, Math.ceil((known.endsAt - now) / 1000));
}

/** Notes whether a token from this address was right. */
export function noteToken(
  address: string | undefined,
  token: string,
  isRight: boolean,
  now = performance.now(),
): void {
  if (isRight) {
    if (right.size >= MOST_KEPT) right.clear();
    right.add(hashToken(token));
    return;
  }
  const key = keyOf(address);
  const known = wrong.get(key);
  if (known && known.endsAt > now) {
    known.count += 1;
    return;
  }
  if (wrong.size >= MOST_KEPT) forget(now);
  wrong.set(key, { endsAt: now + MINUTE_MS, count: 1 });
}

/** Forgets what is over; where that is nothing, the oldest. */
function forget(now: number): void {
  for (const [key, { endsAt }] of wrong) if (endsAt <= now) wrong.delete(key);
  const [oldest] = wrong.keys();
  if (wrong.size >= MOST_KEPT && oldest !== undefined) wrong.delete(oldest);
}

const keyOf = (address: string | undefined) => network(address ?? "");
