import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { identity, instant, reference } from "./columns.ts";

/**
 * What an account is told. Most are written by triggers, in the transaction of what happened; the rest by `tell`. The
 * account is not referenced: a purchase that settles must not wait for whoever changes its buyer's account.
 */
export const notices = pgTable(
  "notices",
  {
    id: identity(),
    accountId: reference("account_id").notNull(),
    /** What happened (lib/notice/events.ts). */
    event: text("event").notNull(),
    /** What it happened to: an account is told of one thing once. */
    key: text("key").notNull(),
    /** What its words are made of. Nothing of a customer: that is read where it belongs. */
    facts: jsonb("facts").$type<Record<string, unknown>>().notNull().default(sql`'{}'::jsonb`),
    /** Whether it is shown in the portal, as its account chose then. */
    shown: boolean("shown").notNull().default(true),
    at: instant("at").notNull().defaultNow(),
    readAt: instant("read_at"),
    /** When mail and push had been seen to: written for them, or not wanted. */
    passedOnAt: instant("passed_on_at"),
  },
  (t) => [
    unique("notices_once").on(t.accountId, t.event, t.key),
    index("notices_account").on(t.accountId, t.id).where(sql`${t.shown}`),
    index("notices_unread").on(t.accountId).where(sql`${t.shown} and ${t.readAt} is null`),
    index("notices_to_pass_on").on(t.accountId, t.id).where(sql`${t.passedOnAt} is null`),
  ],
);

/** How an account wants to be told of an event, where it is not as usual. */
export const noticeChoices = pgTable(
  "notice_choices",
  {
    accountId: reference("account_id").notNull(),
    event: text("event").notNull(),
    portal: boolean("portal").notNull(),
    mail: boolean("mail").notNull(),
    push: boolean("push").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.event] })],
);

/** The one row that says up to which version of the catalogue resellers were told of changed prices. */
export const noticeMarks = pgTable(
  "notice_marks",
  {
    id: integer("id").primaryKey().default(1),
    prices: reference("prices").notNull(),
  },
  (t) => [check("notice_marks_single", sql`${t.id} = 1`)],
);

/** A browser that shows notices while no page is open. */
export const pushDevices = pgTable(
  "push_devices",
  {
    id: identity(),
    accountId: reference("account_id").notNull(),
    /** Where its maker takes messages for it. */
    endpoint: text("endpoint").notNull().unique("push_devices_endpoint"),
    /** What messages are encrypted with, as the browser gave it. */
    publicKey: text("public_key").notNull(),
    authSecret: text("auth_secret").notNull(),
    /** By which the browser is known again (`sessions`): nothing is pushed to one that is signed out. */
    deviceHash: text("device_hash").notNull().default(""),
    /** Its User-Agent, by which people know their devices apart. */
    agent: text("agent"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When a message was last taken for it. */
    reachedAt: instant("reached_at"),
  },
  (t) => [index("push_devices_account").on(t.accountId)],
);

/** What is pushed; kept for a while, so that nobody gets too many. */
export const pushes = pgTable(
  "pushes",
  {
    id: identity(),
    deviceId: reference("device_id")
      .notNull()
      .references(() => pushDevices.id, { onDelete: "cascade" }),
    /** What a lock screen shows, and where it leads. */
    title: text("title").notNull(),
    path: text("path").notNull(),
    tries: integer("tries").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When to try next; while a try is under way, when to believe that its process died. */
    nextAt: instant("next_at").notNull().defaultNow(),
    /** When it was taken, or given up. */
    doneAt: instant("done_at"),
  },
  (t) => [index("pushes_next").on(t.nextAt), index("pushes_device").on(t.deviceId)],
);

/** The one pair of keys by which push services know this portal. */
export const pushKeys = pgTable(
  "push_keys",
  {
    id: integer("id").primaryKey().default(1),
    publicKey: text("public_key").notNull(),
    sealedPrivateKey: text("sealed_private_key").notNull(),
  },
  (t) => [check("push_keys_single", sql`${t.id} = 1`)],
);
