import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { accounts } from "./account.ts";
import { identity, instant, reference } from "./columns.ts";

/** A URL to which a reseller wants events posted. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: identity(),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => accounts.id),
    url: text("url").notNull(),
    /** Gets the events of test mode and no others; a live one gets only live events. */
    test: boolean("test").notNull().default(false),
    /** The signing secret, sealed; shown once. */
    sealedSecret: text("sealed_secret").notNull(),
    events: text("events", { enum: ["purchases", "plans", "announcements"] })
      .array()
      .notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    removedAt: instant("removed_at"),
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
