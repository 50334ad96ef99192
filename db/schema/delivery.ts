import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, reference, referenceTo } from "./columns.ts";

/**
 * Messages to send: webhooks, emails, pushes, alerts, and SMS or WhatsApp to customers.
 * The row is also the queue. See docs/decisions/outbox.md.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    id: identity(),
    /** Constant over all attempts, so that the recipient can recognise a repetition. */
    messageId: text("message_id")
      .notNull()
      .unique("deliveries_message")
      .default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    /** The lane that sends it. */
    channel: choice("channel", ["webhooks", "mail", "pushes", "alerts", "messages"]),
    /**
     * The id of an endpoint, a device, an alert or a message recipient, or an email address.
     * One is sent to a target at a time.
     */
    target: text("target").notNull(),
    /** The account it belongs to: accounts take turns. Null for alerts and emails to people without one. */
    accountId: reference("account_id"),
    /**
     * "purchase.successful", "webhook.test"; of an email "notification",
     * "report", "safety"; "alert.began"; "push"; "delivered".
     */
    type: text("type").notNull(),
    /** A purchase's ident, a catalogue's version, an alert's id, an email's subject, a push's path. */
    subject: text("subject").notNull(),
    /** The body of a webhook, stored at the first attempt; the title of a push. */
    body: text("body"),
    /**
     * Text, HTML and file of an email, or the text of an SMS,
     * sealed since some carry secrets; erased when it is done.
     */
    sealed: text("sealed"),
    state: choice("state", ["waiting", "delivered", "failed"]).default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /** The reason why the last attempt failed, in a few words. */
    problem: text("problem"),
    createdAt: instant("created_at").notNull().defaultNow(),
    nextAt: instant("next_at").notNull().defaultNow(),
    /** No attempt begins after this. */
    expiresAt: instant("expires_at"),
    /** A process sends it until then, unless it died. */
    claimedUntil: instant("claimed_until"),
    doneAt: instant("done_at"),
  },
  (t) => [
    index("deliveries_waiting").on(t.channel, t.target, t.nextAt, t.id).where(sql`${t.state} = 'waiting'`),
    index("deliveries_claimed").on(t.channel, t.target).where(sql`${t.claimedUntil} is not null`),
    index("deliveries_target").on(t.channel, t.target, t.id),
    index("deliveries_failed").on(t.channel, t.target, t.id).where(sql`${t.state} = 'failed'`),
    index("deliveries_rare_webhooks")
      .on(t.target, t.type, t.id)
      .where(sql`${t.channel} = 'webhooks' and ${t.type} not in ('purchase.successful', 'purchase.failed')`),
    index("deliveries_webhook_times").on(t.target, t.createdAt).where(sql`${t.channel} = 'webhooks'`),
    index("deliveries_subject").on(t.subject).where(sql`${t.channel} in ('webhooks', 'alerts')`),
    index("deliveries_mail_account").on(t.accountId, t.id).where(sql`${t.channel} = 'mail'`),
    uniqueIndex("deliveries_alert_once").on(t.target, t.subject, t.type).where(sql`${t.channel} = 'alerts'`),
    index("deliveries_done").on(t.channel, t.doneAt).where(sql`${t.doneAt} is not null`),
    isOneOf("deliveries_channel", t.channel),
    isOneOf("deliveries_state", t.state),
    check("deliveries_done_once", sql`(${t.state} = 'waiting') = (${t.doneAt} is null)`),
    check("deliveries_erased", sql`${t.state} = 'waiting' or ${t.sealed} is null`),
  ],
);

/** The result of each attempt. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    id: identity(),
    deliveryId: referenceTo("delivery_id", () => deliveries.id, { onDelete: "cascade" }),
    at: instant("at").notNull().defaultNow(),
    tookMs: integer("took_ms").notNull(),
    httpStatus: integer("http_status"),
    /** The reason why it failed, in a few words; null when it was delivered. */
    problem: text("problem"),
    /** The beginning of a webhook's response. */
    response: text("response"),
  },
  (t) => [index("delivery_attempts_delivery").on(t.deliveryId, t.id)],
);
