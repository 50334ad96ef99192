import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** The time in which people may request one check of a payment, in seconds. */
export const RECHECK_PAUSE_S = 10;

/**
 * How long a page waits for a provider, in ms. What it says later is shown as soon as it is recorded, as what a
 * webhook causes.
 */
export const MAX_PAGE_WAIT_MS = 3_000;

/** The condition that no check was requested within the pause. */
export const isRecheckAllowed = (lookedAt: AnyPgColumn, pauseS = RECHECK_PAUSE_S): SQL =>
  sql`(${lookedAt} is null or ${lookedAt} < now() - make_interval(secs => ${pauseS}))`;
