import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, referenceTo } from "./columns.ts";

/** A URL to which a reseller wants events posted. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => accounts.id),
    url: text("url").notNull(),
    /** Gets the events of test mode and no others; a live one gets only live events. */
    test: boolean("test").notNull().default(false),
    /** The signing secret, sealed; shown once. */
    sealedSecret: text("sealed_secret").notNull(),
    events: text("events", { enum: ["purchases", "plans", "announcements"] })
      .array()
      .notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the secret replaced another. */
    rotatedAt: instant("rotated_at"),
    removedAt: instant("removed_at"),
    /** When its address responded 410 Gone, which removed it. */
    goneAt: instant("gone_at"),
    /** How many events were sent manually in the minute that ends at `manualSendCountUntil`. */
    manualSendCount: integer("manual_send_count").notNull().default(0),
    manualSendCountUntil: instant("manual_send_count_until").notNull().defaultNow(),
    /** All attempts have failed since then. */
    failingSince: instant("failing_since"),
    /** Nothing is sent before this, after a failure. */
    pausedUntil: instant("paused_until"),
    /** Whether the last attempt failed or was slow: such endpoints have few slots. */
    slow: boolean("slow").notNull().default(false),
  },
  (t) => [index("webhook_endpoints_reseller").on(t.resellerId).where(sql`${t.removedAt} is null`)],
);

/** Secrets that rotation replaced. Until `validUntil` they sign beside the endpoint's own. */
export const webhookPreviousSecrets = pgTable(
  "webhook_previous_secrets",
  {
    id: identity(),
    endpointId: referenceTo("endpoint_id", () => webhookEndpoints.id, { onDelete: "cascade" }),
    sealedSecret: text("sealed_secret").notNull(),
    replacedAt: instant("replaced_at").notNull().defaultNow(),
    validUntil: instant("valid_until").notNull(),
  },
  (t) => [index("webhook_previous_secrets_endpoint").on(t.endpointId, t.validUntil)],
);

/**
 * Requests to send the events of a time again.
 * They are queued a few at a time, so that new events don't wait for them.
 */
export const webhookResends = pgTable(
  "webhook_resends",
  {
    id: identity(),
    endpointId: referenceTo("endpoint_id", () => webhookEndpoints.id, { onDelete: "cascade" }),
    /** The key of the form: sent twice, it is one request. */
    key: text("key").notNull(),
    /** Its deliveries in the order of sending; `queued` of them are queued. */
    deliveryIds: bigint("delivery_ids", { mode: "number" }).array().notNull(),
    queued: integer("queued").notNull().default(0),
    startedAt: instant("started_at").notNull().defaultNow(),
    doneAt: instant("done_at"),
  },
  (t) => [
    unique("webhook_resends_key").on(t.endpointId, t.key),
    uniqueIndex("webhook_resends_open").on(t.endpointId).where(sql`${t.doneAt} is null`),
    check("webhook_resends_queued", sql`${t.queued} between 0 and cardinality(${t.deliveryIds})`),
  ],
);
