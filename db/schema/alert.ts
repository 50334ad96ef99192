import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, time, uniqueIndex } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf } from "./columns.ts";

/** Recipients of alerts, for when no admin has the portal open. */
export const alertRecipients = pgTable(
  "alert_recipients",
  {
    id: identity(),
    /** Its name on admin pages; empty when its address says enough. */
    name: text("name").notNull().default(""),
    channel: choice("channel", ["mail", "telegram", "webhook"]),
    /** An email address, a Telegram chat or a URL. */
    target: text("target").notNull(),
    /** The signing secret of a webhook, sealed; shown once. */
    sealedSecret: text("sealed_secret"),
    /** The kinds of action items (`actionItems` in module.ts) that are not sent to it. */
    without: text("without").array().notNull().default(sql`'{}'::text[]`),
    /** Quiet hours in `TIME_ZONE`, in which only urgent alerts are sent. */
    quietFrom: time("quiet_from", { precision: 0 }),
    quietUntil: time("quiet_until", { precision: 0 }),
    version: integer("version").notNull().default(1),
    /** When a message was last delivered. */
    sentAt: instant("sent_at"),
    /** Since when every attempt has failed, and the last problem in a few words. */
    failingSince: instant("failing_since"),
    problem: text("problem"),
    createdAt: instant("created_at").notNull().defaultNow(),
    removedAt: instant("removed_at"),
  },
  (t) => [
    isOneOf("alert_recipients_channel", t.channel),
    check("alert_recipients_signed", sql`(${t.channel} = 'webhook') = (${t.sealedSecret} is not null)`),
    check("alert_recipients_quiet", sql`(${t.quietFrom} is null) = (${t.quietUntil} is null)`),
  ],
);

/** An action item, from when it was first seen until it is resolved. */
export const alerts = pgTable(
  "alerts",
  {
    id: identity(),
    /** The kind of action item (`actionItems` in module.ts). */
    kind: text("kind").notNull(),
    /** Its text when it was last seen. */
    title: text("title").notNull(),
    note: text("note").notNull(),
    path: text("path").notNull(),
    beganAt: instant("began_at").notNull().defaultNow(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    resolvedAt: instant("resolved_at"),
  },
  (t) => [
    uniqueIndex("alerts_open").on(t.kind).where(sql`${t.resolvedAt} is null`),
    index("alerts_resolved").on(t.kind, t.resolvedAt).where(sql`${t.resolvedAt} is not null`),
  ],
);
