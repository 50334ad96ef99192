import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { isRefunded, isUnsettled } from "#lib/core/purchase-state";
import {
  choice,
  identity,
  instant,
  isOneOf,
  minor,
  planSnapshot,
  reference,
  referenceTo,
} from "./columns.ts";
import { helpers } from "./helper.ts";
import { suppliers } from "./supplier.ts";
import { wallets } from "./wallet.ts";

const STATES = ["queued", "sending", "successful", "failed", "unconfirmed", "reversed"] as const;

const ADVANCE_STATES = ["open", "closed", "awaiting_consent", "repaid", "waived"] as const;

/** A request to deliver one plan to one number. The row is also the queue. */
export const purchases = pgTable(
  "purchases",
  {
    id: identity(),
    /** The portal's own reference, "DT…": the `{ref}` sent upstream. */
    ident: text("ident").notNull().unique("purchases_ident"),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /**
     * The idempotency reference, stored for ever: a buyer's own, or one that the portal made
     * for what `namespace` says.
     */
    ref: text("ref").notNull(),
    /** The origin of `ref`: a buyer's own can't conflict with an order, a batch or a schedule. */
    namespace: choice("namespace", ["buyer", "order", "batch", "schedule"]).default("buyer"),
    channel: choice("channel", ["web", "shop", "api", "batch"]),
    /**
     * Without a foreign key, like `batchId`: it would be looked up again for each purchase, although its row
     * is locked when one is placed, and is never deleted afterwards.
     */
    tokenId: reference("token_id"),
    /** The helper who sold it. */
    helperId: reference("helper_id"),
    level: choice("level", ["smart_earner", "affiliate", "top_user", "api"]),
    ...planSnapshot(),
    /** The recipient, in E.164. */
    phone: text("phone").notNull(),
    price: minor("price").notNull(),
    /**
     * The reseller whose agent bought it, and the part of the price that is theirs once it is paid for a delivered
     * purchase. Without a foreign key, like `tokenId`.
     */
    parentId: reference("parent_id"),
    commission: minor("commission").notNull().default(sql`0`),
    /** The upstream cost, as listed at the time of the purchase. */
    cost: minor("cost").notNull(),
    /** The customer's price, where the reseller gave it. */
    sellingPrice: minor("selling_price"),
    /** By which its customer, who agreed, gets a message about it; null for none. Orders have their own. */
    messageBy: text("message_by", { enum: ["sms", "whatsapp"] }),
    /** The part of the customer's online payment that its provider kept and the reseller bore. */
    paymentFee: minor("payment_fee"),
    walletBefore: minor("wallet_before").notNull(),
    walletAfter: minor("wallet_after").notNull(),
    state: choice("state", STATES).default("queued"),
    placedAt: instant("placed_at").notNull().defaultNow(),
    /** The time when a queued purchase is cancelled automatically. */
    deadlineAt: instant("deadline_at").notNull(),
    settledAt: instant("settled_at"),
    /** The source of the settlement: "answer", "cancelled", "deadline", "chain", "admin:3". */
    settledBy: text("settled_by"),
    /**
     * The end, null while it is open: delivered, sent and not delivered (`failed`), never sent (`cancelled`,
     * by a person or at its deadline), or delivered and then reversed (`reversed`).
     */
    ending: text("ending", { enum: ["delivered", "failed", "cancelled", "reversed"] }).generatedAlwaysAs(
      sql`case state when 'successful' then 'delivered' when 'reversed' then 'reversed'
        when 'failed' then case when settled_by in ('cancelled', 'deadline') then 'cancelled' else 'failed' end end`,
    ),
    /** The result in words for the buyer: the provider's own, or the reason that an admin gave. */
    outcome: text("outcome"),
    /** The upstream's own id of the transaction. */
    upstreamId: text("upstream_id"),
    /** The supplier that delivered it, as its attempt names it, and what that charged; null before. */
    supplierId: integer("supplier_id"),
    charged: minor("charged"),
    /** The time when the network reversed a delivered purchase. */
    reversedAt: instant("reversed_at"),
    /** The batch that it belongs to, if any. */
    batchId: reference("batch_id"),
    /**
     * The credit of its price after a day without a result: `open` while it is unconfirmed, `closed` once it
     * failed. Delivered, it awaits the buyer's consent, and is repaid or waived.
     */
    advance: text("advance", { enum: ADVANCE_STATES }),
    /** Its batch is paused: it is not sent before the batch continues. */
    paused: boolean("paused").notNull().default(false),
  },
  (t) => [
    foreignKey({
      name: "purchases_helper",
      columns: [t.helperId, t.resellerId],
      foreignColumns: [helpers.id, helpers.resellerId],
    }),
    /** A helper's spending of a day, and their sales. */
    index("purchases_helper_placed").on(t.helperId, t.placedAt).where(sql`${t.helperId} is not null`),
    index("purchases_helper_id").on(t.helperId, t.id).where(sql`${t.helperId} is not null`),
    /** By the ref first: admins search it among all resellers' purchases. */
    unique("purchases_ref").on(t.ref, t.resellerId, t.namespace),
    index("purchases_reseller").on(t.resellerId, t.id),
    index("purchases_reseller_placed").on(t.resellerId, t.placedAt),
    index("purchases_placed").on(t.placedAt),
    index("purchases_phone_reseller").on(t.phone, t.resellerId, t.id),
    /** The last digits of a number, as people remember it; without a reseller, an admin's search. */
    index("purchases_phone_end").on(sql`right(${t.phone}, 4)`, t.resellerId, t.id),
    /** An amount, of one reseller or of all. */
    index("purchases_price").on(t.price, t.resellerId, t.id),
    index("purchases_open").on(t.state, t.id).where(isUnsettled(t.state)),
    /** The queue: reseller, channel, order; a paused batch is passed over without reading its rows. */
    index("purchases_queued").on(t.resellerId, t.channel, t.paused, t.id).where(sql`${t.state} = 'queued'`),
    /** A token's spending of a day. */
    index("purchases_token_placed").on(t.tokenId, t.placedAt).where(sql`${t.tokenId} is not null`),
    /** For lists and sums over all resellers. */
    index("purchases_plan").on(t.planId, t.id),
    index("purchases_network").on(t.networkId, t.id),
    index("purchases_failed").on(t.id, t.networkId, t.planId).where(sql`${t.ending} = 'failed'`),
    index("purchases_cancelled").on(t.id, t.networkId, t.planId).where(sql`${t.ending} = 'cancelled'`),
    /** A reseller's own failures, for the API. */
    index("purchases_failed_reseller")
      .on(t.resellerId, t.id, t.networkId, t.planId)
      .where(isRefunded(t.state)),
    index("purchases_reversed").on(t.id).where(sql`${t.state} = 'reversed'`),
    index("purchases_reversed_at_placed")
      .on(t.placedAt, t.reversedAt)
      .where(sql`${t.reversedAt} is not null`),
    /** A shop's profit, by the day of delivery. */
    index("purchases_shop_settled")
      .on(t.resellerId, t.settledAt)
      .where(sql`${t.channel} = 'shop' and ${t.state} = 'successful'`),
    index("purchases_shop_reversed")
      .on(t.settledAt, t.reversedAt)
      .where(sql`${t.channel} = 'shop' and ${t.reversedAt} is not null`),
    /** Advances that aren't ended, of one reseller or of all. */
    index("purchases_advanced")
      .on(t.resellerId, t.id)
      .where(sql`${t.advance} in ('open', 'awaiting_consent')`),
    /** Purchases of a parent's agents, and the commission on them. */
    index("purchases_parent").on(t.parentId, t.resellerId, t.placedAt).where(sql`${t.parentId} is not null`),
    index("purchases_batch").on(t.batchId, t.id).where(sql`${t.batchId} is not null`),
    check("purchases_state", sql`${t.state} ~ '^(queued|sending|successful|failed|unconfirmed|reversed)$'`),
    /** Only the first namespace accepts a ref that a buyer chose. */
    check(
      "purchases_namespace",
      sql`${t.namespace} = 'buyer' or ${t.namespace} = 'order' and ${t.channel} = 'shop'
        or ${t.namespace} in ('batch', 'schedule') and ${t.channel} = 'batch'`,
    ),
    check("purchases_money", sql`${t.price} > 0 and ${t.cost} >= 0`),
    check(
      "purchases_commission",
      sql`case when ${t.parentId} is null then ${t.commission} = 0
        else ${t.parentId} <> ${t.resellerId} and ${t.commission} >= 0 and ${t.commission} < ${t.price} end`,
    ),
    isOneOf("purchases_message_by", t.messageBy),
    check("purchases_selling_price", sql`${t.sellingPrice} > 0`),
    check(
      "purchases_payment_fee",
      sql`${t.paymentFee} is null or ${t.paymentFee} > 0 and ${t.sellingPrice} is not null`,
    ),
    check("purchases_settled", sql`(${isUnsettled(t.state)}) = (${t.settledAt} is null)`),
    check("purchases_reversal", sql`(${t.state} = 'reversed') = (${t.reversedAt} is not null)`),
    /** Only with a repaid advance can a purchase be reversed: its buyer has the money otherwise. */
    check(
      "purchases_advance",
      sql`case ${t.advance} when 'open' then ${t.state} = 'unconfirmed' when 'closed' then ${t.state} = 'failed'
        when 'repaid' then ${t.state} in ('successful', 'reversed')
        when 'awaiting_consent' then ${t.state} = 'successful' when 'waived' then ${t.state} = 'successful'
        else ${t.advance} is null end`,
    ),
  ],
);

/** One attempt to send a purchase: written before a byte leaves, completed by the response. */
export const attempts = pgTable(
  "attempts",
  {
    id: identity(),
    purchaseId: referenceTo("purchase_id", () => purchases.id),
    /**
     * The supplier, its id of the plan (null: the portal's own id), and why it was chosen. No supplier: the
     * database was restored, and any may have executed it. Without a foreign key: a claim would wait for
     * each form that locks the supplier's row, and suppliers are never deleted.
     */
    supplierId: integer("supplier_id"),
    supplierPlanId: integer("supplier_plan_id"),
    choice: text("choice"),
    /** The claiming connection: its attempts are found when it is gone; `restored` if lost. */
    worker: text("worker").notNull(),
    claimedAt: instant("claimed_at").notNull().defaultNow(),
    /** The time when its sender has stopped waiting for a response, whatever its process's time-out. */
    answerBy: instant("answer_by"),
    /** The expected cost by the catalogue in force at the claim. */
    cost: minor("cost").notNull(),
    answeredAt: instant("answered_at"),
    /** The meaning of the response (lib/upstream/classify-response.ts); null while it is unknown. */
    result: text("result", {
      enum: ["unsent", "throttled", "rejected", "invalid", "successful", "failed", "unconfirmed"],
    }),
    /** For the log on admin pages: "time-out after 190 s", "422 Insufficient wallet balance!". */
    note: text("note"),
    httpStatus: integer("http_status"),
    /** The raw response, cut at 4,000 characters. */
    raw: text("raw"),
    upstreamId: text("upstream_id"),
    upstreamIdent: text("upstream_ident"),
    amount: minor("amount"),
    balanceBefore: minor("balance_before"),
    balanceAfter: minor("balance_after"),
    /** The contradiction between the request and the upstream's response, if any. */
    discrepancy: text("discrepancy"),
  },
  (t) => [
    isOneOf("attempts_result", t.result),
    check("attempts_supplier_known", sql`${t.supplierId} is not null or ${t.worker} = 'restored'`),
    index("attempts_purchase").on(t.purchaseId, t.id),
    /** The guard of "sent at most once": one attempt that may have been executed per purchase. */
    uniqueIndex("attempts_sent_once")
      .on(t.purchaseId)
      .where(sql`${t.result} is null or ${t.result} not in ('unsent', 'throttled', 'rejected')`),
    index("attempts_open").on(t.worker).where(sql`${t.result} is null`),
    index("attempts_claimed").on(t.claimedAt),
    /** The few that were unclear, for the times to their decisions. */
    index("attempts_unconfirmed").on(t.claimedAt).where(sql`${t.result} = 'unconfirmed'`),
    index("attempts_supplier").on(t.supplierId, t.claimedAt),
    /** Purchases whose charge differs from the listed cost. */
    index("attempts_repriced").on(t.purchaseId).where(sql`${t.amount} <> ${t.cost}`),
    index("attempts_upstream_id").on(t.upstreamId).where(sql`${t.upstreamId} is not null`),
    index("attempts_upstream_ident").on(t.upstreamIdent).where(sql`${t.upstreamIdent} is not null`),
  ],
);

/**
 * Idents that suppliers sold, read in after a restore. A purchase with one of them is never sent: it is
 * unconfirmed as soon as it is placed (`doubt_sold_purchases`).
 */
export const reportedSales = pgTable(
  "reported_sales",
  {
    ident: text("ident").notNull(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    reportedAt: instant("reported_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.ident, t.supplierId] })],
);

/** The one row about sending to all suppliers: where it runs, and whether it is stopped. */
export const dispatcher = pgTable(
  "dispatcher",
  {
    id: integer("id").primaryKey().default(1),
    /** No supplier is sent to, whatever its own state (`supplier_sending`). */
    stopped: boolean("stopped").notNull().default(false),
    stopReason: text("stop_reason"),
    stoppedBy: text("stopped_by"),
    stoppedAt: instant("stopped_at"),
    /**
     * The database's identity when it was last stored (`database_identity`): another
     * identity means a restored copy.
     */
    home: text("home"),
    /**
     * Namespaces on hold: the purchases that the portal makes automatically wait in a restored
     * database until it is released.
     */
    heldNamespaces: text("on_hold").array().notNull().default(sql`'{}'`),
    /**
     * The treatment of a queued purchase whose plan costs more now than was paid, or is
     * gone: a refund, or it waits.
     */
    onPriceRise: choice("on_price_rise", ["refund", "wait"]).default("refund"),
    /** Which supplier delivers a purchase that several can: the cheapest, or the preferred one. */
    routing: choice("routing", ["cost", "rank"]).default("cost"),
  },
  (t) => [
    check("dispatcher_single", sql`${t.id} = 1`),
    check("dispatcher_held_namespaces", sql`${t.heldNamespaces} <@ array['order', 'batch', 'schedule']`),
    isOneOf("dispatcher_on_price_rise", t.onPriceRise),
    isOneOf("dispatcher_routing", t.routing),
  ],
);

/**
 * The key that makes idents unguessable; see `purchase_ident`. It is part of backups, so that a restored
 * portal makes the same ones.
 */
export const identKeys = pgTable(
  "ident_keys",
  { id: integer("id").primaryKey().default(1), key: text("key").notNull() },
  (t) => [check("ident_keys_single", sql`${t.id} = 1`)],
);

/**
 * The time of each reseller's last purchase that was sent to a supplier, and their position in the cycle of
 * channels: the reseller who waited longest there is next.
 */
export const fairQueue = pgTable(
  "fair_queue",
  {
    resellerId: reference("reseller_id").notNull(),
    supplierId: integer("supplier_id").notNull(),
    claimedAt: instant("claimed_at").notNull().defaultNow(),
    place: integer("place").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.resellerId, t.supplierId] })],
);
