import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, reference } from "./columns.ts";

/** Where a reseller wants to be told of what happened. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: identity(),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => accounts.id),
    url: text("url").notNull(),
    /** What signs, sealed with a key of the portal's own: shown once, never again. */
    sealedSecret: text("sealed_secret").notNull(),
    events: text("events", { enum: ["purchases", "plans", "announcements"] })
      .array()
      .notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    removedAt: instant("removed_at"),
    /** How many messages people asked for by hand in the minute that ends then. */
    asked: integer("asked").notNull().default(0),
    askedUntil: instant("asked_until").notNull().defaultNow(),
    /** A process sends one of its messages until then, unless it died. One is sent at a time. */
    claimedUntil: instant("claimed_until"),
    /** Since when every try has failed. */
    failingSince: instant("failing_since"),
    /** Before then nothing is sent: it failed just now. */
    restUntil: instant("rest_until"),
    /** Whether the last try failed or took long: such addresses have few places to be sent from. */
    slow: boolean("slow").notNull().default(false),
  },
  (t) => [
    index("webhook_endpoints_reseller").on(t.resellerId).where(sql`${t.removedAt} is null`),
    index("webhook_endpoints_claimed").on(t.resellerId).where(sql`${t.claimedUntil} is not null`),
  ],
);

/** One message for one endpoint, written by the change itself. The row is also the queue. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: identity(),
    /** The same at each try, so that a receiver can tell a repetition. */
    messageId: text("message_id")
      .notNull()
      .unique("webhook_deliveries_message")
      .default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    endpointId: reference("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id),
    /** "purchase.successful", "purchase.failed", "purchase.reversed", "plans.changed", "announcement.made", "webhook.test". */
    type: text("type").notNull(),
    /** What it is about: a purchase's ident, a catalogue's version, an announcement's number. */
    subject: text("subject").notNull(),
    /** The body, written at the first try and the same ever after. */
    body: text("body"),
    state: text("state", { enum: ["waiting", "delivered", "failed"] })
      .notNull()
      .default("waiting"),
    tries: integer("tries").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When to try next; while a try is under way, when to believe that its process died. */
    nextAt: instant("next_at").notNull().defaultNow(),
    doneAt: instant("done_at"),
  },
  (t) => [
    index("webhook_deliveries_waiting").on(t.endpointId, t.nextAt, t.id).where(sql`${t.state} = 'waiting'`),
    index("webhook_deliveries_endpoint").on(t.endpointId, t.id),
    index("webhook_deliveries_failed")
      .on(t.endpointId, t.id)
      .where(sql`${t.state} = 'failed'`)
      .concurrently(),
    index("webhook_deliveries_rare")
      .on(t.endpointId, t.type, t.id)
      .where(sql`${t.type} not in ('purchase.successful', 'purchase.failed')`)
      .concurrently(),
    index("webhook_deliveries_subject").on(t.subject).concurrently(),
    index("webhook_deliveries_done").on(t.doneAt).where(sql`${t.doneAt} is not null`).concurrently(),
    check("webhook_deliveries_state", sql`${t.state} in ('waiting', 'delivered', 'failed')`),
  ],
);

/** What came of each try. */
export const webhookTries = pgTable(
  "webhook_tries",
  {
    id: identity(),
    deliveryId: reference("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id),
    at: instant("at").notNull().defaultNow(),
    tookMs: integer("took_ms").notNull(),
    httpStatus: integer("http_status"),
    /** Why it did not arrive, in a few words; null when it did. */
    problem: text("problem"),
  },
  (t) => [index("webhook_tries_delivery").on(t.deliveryId, t.id)],
);
