import { sql } from "drizzle-orm";

/** The condition that an attempt may have been executed; of a purchase at most one is (`attempts_sent_once`). */
export const WAS_SENT = sql`(meaning is null or meaning not in ('unsent', 'throttled', 'refused'))`;
