import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  time,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { identity, instant, reference } from "./columns.ts";

/** Whom the operator wants told of what needs a hand while nobody looks at the desk. */
export const alertReceivers = pgTable(
  "alert_receivers",
  {
    id: identity(),
    /** What the desk calls it; empty when its address says enough. */
    name: text("name").notNull().default(""),
    way: text("way", { enum: ["mail", "telegram", "webhook"] }).notNull(),
    /** A mail address, a Telegram chat or an URL. */
    target: text("target").notNull(),
    /** What signs, sealed with a key of the portal's own: for webhooks, shown once, never again. */
    sealedSecret: text("sealed_secret"),
    /** The kinds of needs (lib/report/home.ts) that it is not told of. */
    without: text("without").array().notNull().default(sql`'{}'::text[]`),
    /** From when until when, by the clock in `TIME_ZONE`, it is told only what is urgent. */
    quietFrom: time("quiet_from", { precision: 0 }),
    quietUntil: time("quiet_until", { precision: 0 }),
    version: integer("version").notNull().default(1),
    /** When a message was last taken there. */
    sentAt: instant("sent_at"),
    /** Since when every try has failed, and why the last one did, in a few words. */
    failingSince: instant("failing_since"),
    problem: text("problem"),
    createdAt: instant("created_at").notNull().defaultNow(),
    removedAt: instant("removed_at"),
  },
  (t) => [
    check("alert_receivers_way", sql`${t.way} in ('mail', 'telegram', 'webhook')`),
    check("alert_receivers_signed", sql`(${t.way} = 'webhook') = (${t.sealedSecret} is not null)`),
    check("alert_receivers_quiet", sql`(${t.quietFrom} is null) = (${t.quietUntil} is null)`),
  ],
);

/** Something that needs a hand, from when it was first seen until it is over. */
export const alerts = pgTable(
  "alerts",
  {
    id: identity(),
    /** Which need it is (lib/report/home.ts). */
    kind: text("kind").notNull(),
    /** How it read when it was last seen. */
    title: text("title").notNull(),
    note: text("note").notNull(),
    path: text("path").notNull(),
    beganAt: instant("began_at").notNull().defaultNow(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    overAt: instant("over_at"),
  },
  (t) => [
    uniqueIndex("alerts_open").on(t.kind).where(sql`${t.overAt} is null`),
    index("alerts_over").on(t.kind, t.overAt).where(sql`${t.overAt} is not null`),
  ],
);

/** One message about an alert to one receiver: that it began, or that it is over. The row is also the queue. */
export const alertPosts = pgTable(
  "alert_posts",
  {
    id: identity(),
    /** The same at each try, so that a receiver can tell a repetition. */
    messageId: text("message_id").notNull().default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    alertId: reference("alert_id")
      .notNull()
      .references(() => alerts.id, { onDelete: "cascade" }),
    receiverId: reference("receiver_id")
      .notNull()
      .references(() => alertReceivers.id),
    over: boolean("over").notNull(),
    state: text("state", { enum: ["waiting", "sent", "failed"] })
      .notNull()
      .default("waiting"),
    tries: integer("tries").notNull().default(0),
    /** Why the last try did not work, in a few words; null while another is under way. */
    problem: text("problem"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When to try next; while a try is under way, when to believe that its process died. */
    nextAt: instant("next_at").notNull().defaultNow(),
    doneAt: instant("done_at"),
  },
  (t) => [
    unique("alert_posts_once").on(t.alertId, t.receiverId, t.over),
    index("alert_posts_next").on(t.nextAt).where(sql`${t.state} = 'waiting'`),
    index("alert_posts_receiver").on(t.receiverId, t.id),
    check("alert_posts_state", sql`${t.state} in ('waiting', 'sent', 'failed')`),
    check("alert_posts_done", sql`(${t.state} = 'waiting') = (${t.doneAt} is null)`),
  ],
);
