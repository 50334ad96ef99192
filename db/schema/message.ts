import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { MESSAGE_KINDS } from "#lib/core/message-kind";
import { choice, identity, instant, isOneOf, minor, reference } from "./columns.ts";
import { journals } from "./ledger.ts";
import { shops } from "./shop.ts";

export const MEDIA = ["sms", "whatsapp"] as const;
const PAYERS = ["operator", "wallet"] as const;

/** Shops whose reseller turned messages to customers on. */
export const shopMessages = pgTable(
  "shop_messages",
  {
    shopId: reference("shop_id")
      .primaryKey()
      .references(() => shops.id),
    medium: choice("medium", MEDIA),
    /** The maximum that the reseller agreed to pay for one; null while the operator pays. */
    agreedPrice: minor("agreed_price"),
    /** Since when customers who agree also get messages that their bundle ends; null: none. */
    renewalsSince: instant("renewals_since"),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (t) => [isOneOf("shop_messages_medium", t.medium), check("shop_messages_price", sql`${t.agreedPrice} > 0`)],
);

/** Numbers whose owners agreed to messages. No other table of messages has a number. */
export const messageRecipients = pgTable(
  "message_recipients",
  {
    id: identity(),
    /** In E.164. */
    phone: text("phone").notNull().unique("message_recipients_phone"),
    /** Names the number in links that stop messages. */
    code: text("code").notNull().unique("message_recipients_code"),
    /** The last consent. */
    agreedAt: instant("agreed_at").notNull().defaultNow(),
    /** Nothing is sent since then: the owner sent a stop word, used the link, or stopped at the provider. */
    stoppedAt: instant("stopped_at"),
    stoppedBy: text("stopped_by", { enum: ["word", "link", "provider"] }),
  },
  (t) => [
    index("message_recipients_agreed").on(t.agreedAt),
    check("message_recipients_stopped", sql`(${t.stoppedAt} is null) = (${t.stoppedBy} is null)`),
  ],
);

/** Messages to customers, each sent by a delivery of the same `message_id`. */
export const customerMessages = pgTable(
  "customer_messages",
  {
    id: identity(),
    messageId: text("message_id")
      .notNull()
      .unique("customer_messages_message")
      .default(sql`'msg_' || replace(gen_random_uuid()::text, '-', '')`),
    /** The fact: one message about each. */
    key: text("key").notNull().unique("customer_messages_once"),
    kind: choice("kind", MESSAGE_KINDS),
    /** Null once the number was erased. */
    recipientId: reference("recipient_id").references(() => messageRecipients.id, { onDelete: "set null" }),
    resellerId: reference("reseller_id").notNull(),
    orderId: reference("order_id"),
    purchaseId: reference("purchase_id"),
    medium: choice("medium", MEDIA),
    payer: choice("payer", PAYERS),
    /** The payer's price when it was queued. */
    price: minor("price").notNull(),
    /** The customer ordered or paid within the half hour before, so that it is also sent in quiet hours. */
    prompt: boolean("prompt").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** The provider of its first attempt, and the number of SMS that its text fills. */
    provider: text("provider"),
    parts: integer("parts"),
    /** The provider accepted it, under this id. */
    acceptedAt: instant("accepted_at"),
    providerRef: text("provider_ref"),
    /** The provider's report from the network. */
    report: text("report", { enum: ["delivered", "failed"] }),
    /** The reason why it was never sent. */
    skipped: text("skipped", { enum: ["limit", "wallet", "stopped", "erased", "expired", "renewed"] }),
    /** The journal that charged the wallet. */
    journalId: reference("journal_id")
      .references(() => journals.id)
      .unique("customer_messages_journal"),
  },
  (t) => [
    index("customer_messages_reseller").on(t.resellerId, t.id),
    index("customer_messages_recipient").on(t.recipientId, t.acceptedAt),
    index("customer_messages_created").on(t.createdAt),
    index("customer_messages_provider_ref").on(t.providerRef).where(sql`${t.providerRef} is not null`),
    isOneOf("customer_messages_kind", t.kind),
    isOneOf("customer_messages_medium", t.medium),
    isOneOf("customer_messages_payer", t.payer),
    check("customer_messages_price", sql`${t.price} >= 0 and (${t.payer} = 'operator' or ${t.price} > 0)`),
    check("customer_messages_accepted", sql`(${t.acceptedAt} is null) = (${t.providerRef} is null)`),
    check("customer_messages_skipped", sql`${t.skipped} is null or ${t.acceptedAt} is null`),
    check(
      "customer_messages_charged",
      sql`(${t.journalId} is not null) = (${t.payer} = 'wallet' and ${t.acceptedAt} is not null)`,
    ),
  ],
);
