import { sql } from "drizzle-orm";
import {
  bigint,
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
 * The notifications of an account. Most follow events (`follows` of a kind); `createNotification` writes the
 * rest. The account has no foreign key: what settles or follows must not wait for a change of an account.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: identity(),
    accountId: reference("account_id").notNull(),
    /** The event (`notifications` of a module). */
    event: text("event").notNull(),
    /** The subject of the event: an account is notified of it once. */
    key: text("key").notNull(),
    /** The facts its text is made of. No customer data: that is read from its own table. */
    facts: jsonb("facts").$type<Record<string, unknown>>().notNull().default(sql`'{}'::jsonb`),
    at: instant("at").notNull().defaultNow(),
    readAt: instant("read_at"),
    /** When email and push were queued, or found unwanted. */
    deliveredAt: instant("delivered_at"),
  },
  (t) => [
    unique("notifications_once").on(t.accountId, t.event, t.key),
    index("notifications_account").on(t.accountId, t.id),
    index("notifications_unread").on(t.accountId).where(sql`${t.readAt} is null`),
    index("notifications_undelivered").on(t.accountId, t.id).where(sql`${t.deliveredAt} is null`),
  ],
);

/** An account's channels for a group of notifications, once chosen. */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    accountId: reference("account_id").notNull(),
    group: text("group_name").notNull(),
    mail: boolean("mail").notNull(),
    push: boolean("push").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.group] })],
);

/** The one row with the places up to which resellers heard of prices, and owners of actions. */
export const notificationCheckpoints = pgTable(
  "notification_checkpoints",
  {
    id: integer("id").primaryKey().default(1),
    prices: reference("prices").notNull(),
    /** All audit records up to this one are handled; null before the first. */
    audit: reference("audit"),
    /** Handled records after it: one with a lower id may still be committed. */
    handledAudit: bigint("handled_audit", { mode: "number" }).array().notNull().default(sql`'{}'`),
  },
  (t) => [check("notification_checkpoints_single", sql`${t.id} = 1`)],
);

/** The prices of each parent's agents that they were last notified of. */
export const agentPriceCheckpoints = pgTable("agent_price_checkpoints", {
  parentId: reference("parent_id").primaryKey(),
  /** Changes with whatever sets them. */
  version: text("version").notNull(),
  /** Minor units as text, by the plan's id. */
  prices: jsonb("prices").$type<Record<string, string>>().notNull(),
});

/** A browser that shows notifications while no page is open. */
export const pushDevices = pgTable(
  "push_devices",
  {
    id: identity(),
    accountId: reference("account_id").notNull(),
    /** The URL of its push service. */
    endpoint: text("endpoint").notNull().unique("push_devices_endpoint"),
    /** The keys that encrypt its messages, as the browser gave them. */
    publicKey: text("public_key").notNull(),
    authSecret: text("auth_secret").notNull(),
    /** Identifies the browser among `sessions`: nothing is pushed to one that is signed out. */
    deviceHash: text("device_hash").notNull().default(""),
    /** Its User-Agent, which names it to its owner. */
    agent: text("agent"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When a message was last delivered. */
    reachedAt: instant("reached_at"),
  },
  (t) => [index("push_devices_account").on(t.accountId)],
);

/** The one key pair by which push services identify this portal. */
export const pushKeys = pgTable(
  "push_keys",
  {
    id: integer("id").primaryKey().default(1),
    publicKey: text("public_key").notNull(),
    sealedPrivateKey: text("sealed_private_key").notNull(),
  },
  (t) => [check("push_keys_single", sql`${t.id} = 1`)],
);
