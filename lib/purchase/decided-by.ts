import type { AttemptFacts } from "./timeline.ts";
import type { PurchaseView } from "./view.ts";

/** An unconfirmed purchase is decided within a day of its sending: by proof, or else by a person. */
const WITHIN_MS = 24 * 3_600_000;

/** By when a purchase that was sent then is decided at the latest. */
export function decidedBy(sentAt: Date): Date {
  return new Date(sentAt.getTime() + WITHIN_MS);
}

/** By when a purchase is decided that is not confirmed; null for any other. */
export function dueOf({ state }: PurchaseView, attempts: readonly AttemptFacts[]): Date | null {
  const sent = attempts.at(-1)?.claimedAt;
  return state === "unconfirmed" && sent ? decidedBy(sent) : null;
}
