import { type SQL, sql } from "drizzle-orm";
import type { AttemptFacts } from "./timeline.ts";
import type { PurchaseView } from "./view.ts";

/** An unconfirmed purchase is decided within a day of its sending: by proof, or else by a person. */
const WITHIN_MS = 24 * 3_600_000;

/** The latest time at which a purchase that was sent then is decided. */
export function decisionDeadline(sentAt: Date): Date {
  return new Date(sentAt.getTime() + WITHIN_MS);
}

interface Decision {
  decisionDeadline: Date | null;
  overdue: boolean;
}

/** By when an unconfirmed purchase is decided, and whether that has passed by the database's clock. */
export function decisionOf({ state }: PurchaseView, attempts: readonly AttemptFacts[], now: Date): Decision {
  const sent = attempts.at(-1)?.claimedAt;
  if (state !== "unconfirmed" || !sent) return { decisionDeadline: null, overdue: false };
  const due = decisionDeadline(sent);
  return { decisionDeadline: due, overdue: due < now };
}

/** The condition that an unconfirmed purchase, last sent then, should have been decided by now. */
export function isOverdue(sentAt: SQL): SQL {
  return sql`${sentAt} < now() - make_interval(secs => ${WITHIN_MS / 1000})`;
}
