import { type SQL, sql } from "drizzle-orm";
import type { PurchaseView } from "./purchase-view.ts";
import type { AttemptFacts } from "./timeline.ts";

/** An unconfirmed purchase is settled within a day after it was sent: by proof, or else by an admin. */
const DECISION_WINDOW_MS = 24 * 3_600_000;

/** Returns the latest time at which an unconfirmed purchase is settled. */
export function getDecisionDeadline(sentAt: Date): Date {
  return new Date(sentAt.getTime() + DECISION_WINDOW_MS);
}

interface Decision {
  decisionDeadline: Date | null;
  overdue: boolean;
}

/** Returns the deadline of an unconfirmed purchase, and whether it has passed by the database's clock. */
export function getDecision({ state }: PurchaseView, attempts: readonly AttemptFacts[], now: Date): Decision {
  const sent = attempts.at(-1)?.claimedAt;
  if (state !== "unconfirmed" || !sent) return { decisionDeadline: null, overdue: false };
  const due = getDecisionDeadline(sent);
  return { decisionDeadline: due, overdue: due < now };
}

/** The deadline of an unconfirmed purchase, last sent at `sentAt`. */
export function selectDecisionDeadline(sentAt: SQL): SQL {
  return sql`${sentAt} + make_interval(secs => ${DECISION_WINDOW_MS / 1000})`;
}

/** The condition that the deadline of an unconfirmed purchase, last sent at `sentAt`, has passed. */
export function isDecisionOverdue(sentAt: SQL): SQL {
  return sql`${sentAt} < now() - make_interval(secs => ${DECISION_WINDOW_MS / 1000})`;
}
