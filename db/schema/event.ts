import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { identity, instant, reference, referenceTo } from "./columns.ts";

/**
 * Facts that other modules follow. Triggers write them in the transaction of the fact, by `record_event`. No
 * reference is a foreign key: a purchase that settles must not wait for a change of its buyer's account.
 */
export const events = pgTable(
  "events",
  {
    id: identity(),
    /** "purchase.settled": a key of `events` in a `module.ts`. */
    kind: text("kind").notNull(),
    /** The purchase's ident, or the id of the row. */
    subject: text("subject").notNull(),
    resellerId: reference("reseller_id"),
    /** The facts that change later, such as a state. The rest is read from its own table. */
    facts: jsonb("facts").$type<Record<string, unknown>>().notNull().default(sql`'{}'::jsonb`),
    at: instant("at").notNull().defaultNow(),
    /** When its followers had handled it, or it was queued in `event_retries` for those that couldn't. */
    handledAt: instant("handled_at"),
  },
  (t) => [index("events_new").on(sql`coalesce(${t.resellerId}, 0)`, t.id).where(sql`${t.handledAt} is null`)],
);

/** Events that a follower has still to handle, after a failure: the row is also the queue. */
export const eventRetries = pgTable(
  "event_retries",
  {
    /** The name of its module. */
    follower: text("follower").notNull(),
    /** 0 for an event without one. */
    resellerId: reference("reseller_id").notNull(),
    eventId: referenceTo("event_id", () => events.id),
    /** Kind and id of the subject: "purchase DT…". A follower gets its events in their order. */
    subject: text("subject").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.follower, t.resellerId, t.eventId] }),
    index("event_retries_subject").on(t.follower, t.subject, t.eventId),
    index("event_retries_event").on(t.eventId),
  ],
);
