import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { journals } from "./ledger.ts";
import { orders } from "./shop.ts";
import { wallets } from "./wallet.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The party that bears the provider's fee. */
export const FEE_BEARERS = ["reseller", "operator"] as const;

/**
 * A reseller's provider keys: payments of their shop's customers go to their own account,
 * and never into our ledger.
 */
export const providerKeys = pgTable(
  "provider_keys",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    provider: text("provider").notNull(),
    /** Identifies it in the address of its webhooks; later keys of this reseller at this provider keep it. */
    address: text("address").notNull(),
    /**
     * All keys that the provider gave, as sealed JSON; erased when they were removed and no
     * payment is open by them.
     */
    sealed: text("sealed"),
    /** The previous keys of the same account, and until when webhooks that they signed are accepted. */
    previousSealed: text("previous_sealed"),
    previousValidUntil: instant("previous_valid_until"),
    /** The last four characters of the secret. */
    hint: text("hint").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    removedAt: instant("removed_at"),
    /**
     * How many of its webhooks were accepted in the minute that ends at `webhookCountUntil`; the first
     * keys of an address count.
     */
    webhooks: integer("webhooks").notNull().default(0),
    webhookCountUntil: instant("webhook_count_until"),
  },
  (t) => [
    uniqueIndex("provider_keys_one").on(t.resellerId, t.provider).where(sql`${t.removedAt} is null`),
    index("provider_keys_address").on(t.address),
    index("provider_keys_to_erase")
      .on(t.removedAt)
      .where(sql`${t.removedAt} is not null and ${t.sealed} is not null`),
    check("provider_keys_sealed", sql`${t.sealed} is not null or ${t.removedAt} is not null`),
  ],
);

/** A payment requested on a provider's page. Only the provider knows whether it was paid. */
export const payments = pgTable(
  "payments",
  {
    id: identity(),
    /** Ours, unguessable: the provider's name for the payment, and part of the address of its page. */
    reference: text("reference").notNull().unique("payments_reference"),
    purpose: choice("purpose", ["wallet", "order"]),
    /** The order that a shop's customer pays for. */
    orderId: reference("order_id").references(() => orders.id),
    /** The reseller's provider keys that it is paid by; null where it is paid to the operator. */
    keysId: reference("keys_id").references(() => providerKeys.id),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    /** Comes with the form: the same ref is the same payment. */
    ref: text("ref").notNull(),
    provider: text("provider").notNull(),
    amount: minor("amount").notNull(),
    currency: text("currency").notNull(),
    feeBearer: choice("fee_bearer", FEE_BEARERS),
    /** `review`: the money doesn't match the request, and is in suspense. */
    state: choice("state", ["started", "paid", "review", "failed", "expired"]).default("started"),
    /** The provider's page; null until the provider has returned it. */
    page: text("page"),
    startedAt: instant("started_at").notNull().defaultNow(),
    /** While it is in the future, a call may open the page of an order's payment; null after the call. */
    openingUntil: instant("opening_until"),
    /** A payment after this is late. */
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
    /** How often and when the provider was last asked, and when next; null: never again automatically. */
    checks: integer("checks").notNull().default(0),
    checkedAt: instant("checked_at"),
    nextCheckAt: instant("next_check_at"),
    /** The time when its payer last requested a check. */
    lookedAt: instant("looked_at"),
  },
  (t) => [
    unique("payments_ref").on(t.resellerId, t.ref),
    index("payments_reseller").on(t.resellerId, t.id),
    /** An order is paid once. */
    uniqueIndex("payments_order_paid")
      .on(t.orderId)
      .where(sql`${t.orderId} is not null and ${t.state} = 'paid'`),
    index("payments_order").on(t.orderId, t.id).where(sql`${t.orderId} is not null`),
    check("payments_order_named", sql`(${t.purpose} = 'order') = (${t.orderId} is not null)`),
    check("payments_keys", sql`${t.keysId} is null or ${t.orderId} is not null`),
    index("payments_due").on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    index("payments_next")
      .on(t.provider, t.nextCheckAt, t.id)
      .where(sql`${t.keysId} is null and ${t.nextCheckAt} is not null`),
    index("payments_reseller_next")
      .on(t.keysId, t.nextCheckAt, t.id)
      .where(sql`${t.keysId} is not null and ${t.nextCheckAt} is not null`),
    isOneOf("payments_purpose", t.purpose),
    check("payments_amount", sql`${t.amount} > 0`),
    isOneOf("payments_fee_bearer", t.feeBearer),
    isOneOf("payments_state", t.state),
    check("payments_ended", sql`(${t.state} = 'started') = (${t.endedAt} is null)`),
  ],
);

/**
 * Webhooks of providers, as received; they only say which payment to check. Their bodies are erased after a
 * while (`eraseOldProviderData`).
 */
export const providerWebhooks = pgTable(
  "provider_webhooks",
  {
    id: identity(),
    provider: text("provider").notNull(),
    /** The reseller's provider keys that signed it; null where it is to the operator. */
    keysId: reference("keys_id").references(() => providerKeys.id),
    /** SHA-256 of the body, which stays when that is erased: a repeated webhook is not stored. */
    hash: bytes("hash").notNull(),
    body: bytes("body").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    /** The provider's name of the event, as the adapter read it; so are the next two. */
    event: text("event").notNull(),
    reference: text("reference"),
    transaction: text("transaction"),
    receivedAt: instant("received_at").notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").defaultNow(),
    handledAt: instant("handled_at"),
  },
  (t) => [
    unique("provider_webhooks_once").on(t.provider, t.hash),
    index("provider_webhooks_body").on(t.receivedAt).where(sql`${t.body} <> ''`),
    index("provider_webhooks_reseller").on(t.keysId, t.receivedAt).where(sql`${t.keysId} is not null`),
    index("provider_webhooks_due").on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index("provider_webhooks_next")
      .on(t.provider, t.nextAttemptAt, t.id)
      .where(sql`${t.keysId} is null and ${t.nextAttemptAt} is not null`),
    index("provider_webhooks_reseller_next")
      .on(t.keysId, t.nextAttemptAt, t.id)
      .where(sql`${t.keysId} is not null and ${t.nextAttemptAt} is not null`),
    check("provider_webhooks_handled", sql`(${t.handledAt} is null) = (${t.nextAttemptAt} is not null)`),
  ],
);

/** An account number that a provider keeps for one reseller: transfers to it are credited to their wallet. */
export const dedicatedAccounts = pgTable(
  "dedicated_accounts",
  {
    id: identity(),
    resellerId: referenceTo("reseller_id", () => wallets.resellerId),
    provider: text("provider").notNull(),
    /** The provider's name for its owner, which we chose. */
    owner: text("owner").notNull(),
    currency: text("currency").notNull(),
    /** Sent to the provider, which finds its customer by them. */
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    /**
     * `requested`: it was requested, and the response may be on its way or lost. `retired`: money
     * sent to it is in suspense.
     */
    state: choice("state", ["requested", "open", "rejected", "retired"]),
    /** The reason of the provider's rejection, in its words. */
    rejection: text("rejection"),
    number: text("number"),
    bank: text("bank"),
    holder: text("holder"),
    /** Until then, one process requests it from the provider. */
    claimedUntil: instant("claimed_until"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    openedAt: instant("opened_at"),
    /**
     * The time when the provider last reported its transfers, how often it was requested, and when
     * the provider is asked next.
     */
    checkedAt: instant("checked_at"),
    tries: integer("tries").notNull().default(0),
    nextCheckAt: instant("next_check_at"),
    /** The time when its reseller last requested a check. */
    lookedAt: instant("looked_at"),
  },
  (t) => [
    unique("dedicated_accounts_one").on(t.resellerId, t.provider),
    unique("dedicated_accounts_owner").on(t.provider, t.owner),
    unique("dedicated_accounts_number").on(t.provider, t.number),
    index("dedicated_accounts_due").on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    isOneOf("dedicated_accounts_state", t.state),
    check(
      "dedicated_accounts_opened",
      sql`(${t.state} in ('open', 'retired')) = (${t.number} is not null and ${t.openedAt} is not null)
        and num_nonnulls(${t.number}, ${t.bank}, ${t.holder}) in (0, 3)`,
    ),
    check("dedicated_accounts_rejected", sql`(${t.state} = 'rejected') = (${t.rejection} is not null)`),
  ],
);

/** Reasons why money is in suspense. */
export const SUSPENSE = [
  "unknown_reference",
  "unknown_account",
  "closed_account",
  "closed_reseller",
  "below_least",
  "under_paid",
  "over_paid",
  "other_currency",
  "doubled",
  "late",
  "unclear_fee",
  "undelivered",
] as const;

/** A payment that a provider confirmed, stored once, and its result. */
export const providerTransactions = pgTable(
  "provider_transactions",
  {
    id: identity(),
    provider: text("provider").notNull(),
    /** Its name there. A part that a transaction grew by has `NAME+GROSS`, as no provider uses. */
    transaction: text("transaction").notNull(),
    /** The transaction that grew by this money; null for the first part of each. */
    partOf: reference("part_of").references((): AnyPgColumn => providerTransactions.id),
    /** The reseller's provider keys by which it was requested; null where it is the operator's. */
    keysId: reference("keys_id").references(() => providerKeys.id),
    paymentId: reference("payment_id").references(() => payments.id),
    /** The reference that the provider has for it, ours or not. */
    reference: text("reference"),
    /** The amount before the provider's fee. */
    gross: minor("gross").notNull(),
    /** The provider's fee; null when it does not say. */
    fee: minor("fee"),
    currency: text("currency").notNull(),
    paidAt: instant("paid_at").notNull(),
    method: text("method"),
    /** The number of the dedicated account that received it, and its owner. */
    account: text("account"),
    accountId: reference("account_id").references(() => dedicatedAccounts.id),
    /** The provider's response; empty once it is erased. */
    raw: text("raw").notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    /** `refunding`: the provider was asked to refund it; it is in suspense until that is done. */
    state: choice("state", [
      "credited",
      "suspense",
      "assigned",
      "refunding",
      "refunded",
      "direct",
      "unmatched",
    ]),
    /** The reason why it went into suspense. */
    suspenseReason: text("suspense_reason", { enum: SUSPENSE }),
    /** The reseller whose wallet was credited, and the amount. */
    resellerId: reference("reseller_id").references(() => wallets.resellerId),
    credited: minor("credited"),
    /** The provider's fee, which the reseller paid beyond the credit when their wallet returned it. */
    extra: minor("extra").notNull().default(sql`0`),
    /** The amount that partly lost disputes took. */
    lost: minor("lost").notNull().default(sql`0`),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    reason: text("reason"),
    /** The times of a chargeback, and of a dispute that was won after it. */
    reversedAt: instant("reversed_at"),
    restoredAt: instant("restored_at"),
    /** The time when the provider is next asked whether it still stands. */
    nextCheckAt: instant("next_check_at").default(sql`now() + interval '1 day'`),
  },
  (t) => [
    unique("provider_transactions_once").on(t.provider, t.transaction),
    uniqueIndex("provider_transactions_credited_once").on(t.paymentId).where(sql`${t.state} = 'credited'`),
    index("provider_transactions_payment").on(t.paymentId),
    index("provider_transactions_raw").on(t.seenAt).where(sql`${t.raw} <> ''`),
    index("provider_transactions_unmatched").on(t.keysId, t.id).where(sql`${t.state} = 'unmatched'`),
    index("provider_transactions_suspense").on(t.id).where(sql`${t.state} = 'suspense'`),
    index("provider_transactions_reference").on(t.reference),
    check("provider_transactions_gross", sql`${t.gross} > 0`),
    check("provider_transactions_fee", sql`${t.fee} between 0 and ${t.gross}`),
    index("provider_transactions_next")
      .on(t.provider, t.nextCheckAt, t.id)
      .where(sql`${t.keysId} is null and ${t.nextCheckAt} is not null`),
    index("provider_transactions_account").on(t.accountId, t.id).where(sql`${t.accountId} is not null`),
    index("provider_transactions_reversed").on(t.id).where(sql`${t.reversedAt} is not null`),
    isOneOf("provider_transactions_state", t.state),
    check("provider_transactions_reversed", sql`${t.restoredAt} is null or ${t.reversedAt} is not null`),
    check("provider_transactions_lost", sql`${t.lost} >= 0 and ${t.lost} < ${t.gross}`),
    index("provider_transactions_parts").on(t.partOf).where(sql`${t.partOf} is not null`),
    check("provider_transactions_refunded_fee", sql`${t.extra} between 0 and ${t.gross}`),
    check(
      "provider_transactions_suspense_reason",
      sql`(${t.state} in ('credited', 'direct')) = (${t.suspenseReason} is null)`,
    ),
    check(
      "provider_transactions_owner",
      sql`case when ${t.keysId} is null then ${t.state} not in ('direct', 'unmatched')
        else ${t.state} in ('direct', 'unmatched', 'refunding', 'refunded') end`,
    ),
    check(
      "provider_transactions_credited",
      sql`case when ${t.state} in ('credited', 'assigned')
        then ${t.resellerId} is not null and ${t.credited} is not null and ${t.credited} between 1 and ${t.gross}
        else ${t.resellerId} is null and ${t.credited} is null end`,
    ),
    check(
      "provider_transactions_decided",
      sql`(${t.state} in ('assigned', 'refunding', 'refunded'))
        = (${t.decidedAt} is not null and ${t.decidedBy} is not null and ${t.reason} is not null)`,
    ),
  ],
);

/**
 * The operator's side of payments, beside the resellers' `entries`; each step of a transaction sums to zero.
 * `clearing` is the provider's debt, `fees` the operator's costs, `suspense` money without an owner,
 * `wallets` the resellers' credits, and `outside` the operator's own accounts: settlements to them, less
 * refunds from them. Above zero is an asset or a cost.
 */
export const operatorEntries = pgTable(
  "operator_entries",
  {
    id: identity(),
    transactionId: referenceTo("transaction_id", () => providerTransactions.id),
    step: choice("step", [
      "received",
      "assigned",
      "refunded",
      "reversed",
      "restored",
      "debited",
      "settled",
      "accepted",
      "lost",
    ]),
    account: choice("account", ["clearing", "fees", "suspense", "wallets", "outside"]),
    amount: minor("amount").notNull(),
    /** The journal that put it into a wallet. */
    journalId: reference("journal_id")
      .references(() => journals.id)
      .unique("operator_entries_journal"),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    unique("operator_entries_once").on(t.transactionId, t.step, t.account),
    isOneOf("operator_entries_step", t.step),
    isOneOf("operator_entries_account", t.account),
    check("operator_entries_amount", sql`${t.amount} <> 0`),
    check("operator_entries_wallets", sql`(${t.account} = 'wallets') = (${t.journalId} is not null)`),
  ],
);

/** Chargebacks that payers' banks demand, by the provider's reports; evidence is given before one is due. */
export const paymentDisputes = pgTable(
  "payment_disputes",
  {
    id: identity(),
    transactionId: referenceTo("transaction_id", () => providerTransactions.id),
    /** The provider's name for it. */
    dispute: text("dispute").notNull(),
    /** `answered`: evidence was given, and the payer's bank decides. */
    state: choice("state", ["open", "answered", "won", "lost"]),
    /** The amount that the payer demands; once it is lost, the amount that they got. */
    amount: minor("amount").notNull(),
    /** The provider's deadline for evidence; null when it does not say. */
    dueAt: instant("due_at"),
    openedAt: instant("opened_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    /** The time when a partly lost amount left the ledger; null where all or none of the money went. */
    postedAt: instant("posted_at"),
  },
  (t) => [
    unique("payment_disputes_once").on(t.transactionId, t.dispute),
    index("payment_disputes_open").on(t.dueAt).where(sql`${t.state} = 'open'`),
    isOneOf("payment_disputes_state", t.state),
    check("payment_disputes_amount", sql`${t.amount} > 0`),
    check("payment_disputes_ended", sql`(${t.state} in ('won', 'lost')) = (${t.endedAt} is not null)`),
    check("payment_disputes_posted", sql`${t.postedAt} is null or ${t.state} = 'lost'`),
  ],
);

/** Refunds requested from providers: the whole of one transaction each, under a key requested once. */
export const paymentRefunds = pgTable(
  "payment_refunds",
  {
    id: identity(),
    /** Our name for it at the provider: the same key again is the same refund. */
    key: text("key").notNull().unique("payment_refunds_key"),
    /** The key of a request that the provider rejected, under which it is requested again. */
    providerKey: text("provider_key"),
    transactionId: referenceTo("transaction_id", () => providerTransactions.id),
    /**
     * `requested`: the provider may not know of it yet; `pending`: it is on its way; `attention`: the
     * provider cannot send it without a human; `failed`: it was surely not sent.
     */
    state: choice("state", ["requested", "pending", "attention", "done", "failed"]).default("requested"),
    /** For the payer and the provider. */
    reason: text("reason").notNull(),
    /** The provider's name for it, once it returned one. */
    refund: text("refund"),
    /** The reason why it failed or needs attention, in the provider's words. */
    problem: text("problem"),
    /** The provider's last response. */
    raw: text("raw"),
    requestedBy: text("requested_by").notNull(),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** The number of requests to the provider, and the time of the next; null: never again. */
    tries: integer("tries").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").defaultNow(),
  },
  (t) => [
    uniqueIndex("payment_refunds_one").on(t.transactionId).where(sql`${t.state} <> 'failed'`),
    index("payment_refunds_transaction").on(t.transactionId),
    index("payment_refunds_due").on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    isOneOf("payment_refunds_state", t.state),
    check("payment_refunds_ended", sql`(${t.state} in ('done', 'failed')) = (${t.nextAttemptAt} is null)`),
    check("payment_refunds_confirmed", sql`${t.state} in ('requested', 'failed') or ${t.refund} is not null`),
  ],
);

/** Payments on a provider's page, and transfers to a dedicated account. */
export const FEE_KINDS = ["checkout", "account"] as const;

/**
 * A provider's fees as an admin set them, to estimate the cost of a payment before it. The fees that the
 * provider took are in `provider_transactions`; without a row, its published fees count.
 */
export const providerFeeRules = pgTable(
  "provider_fee_rules",
  {
    provider: text("provider").notNull(),
    kind: choice("kind", FEE_KINDS),
    /** In hundredths of a percent: 150 is 1.5 %. */
    rate: integer("rate").notNull(),
    /** Added from `fixedFrom` on. */
    fixed: minor("fixed").notNull(),
    fixedFrom: minor("fixed_from").notNull(),
    /** Null: no limit. */
    maxFee: minor("max_fee"),
    /** A levy that the provider collects beside its fee, added from `levyFrom` on, also above the limit. */
    levy: minor("levy").notNull().default(sql`0`),
    levyFrom: minor("levy_from").notNull().default(sql`0`),
    /** Fees of payments after this are compared with it. */
    changedAt: instant("changed_at").notNull().defaultNow(),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.kind] }),
    isOneOf("provider_fee_rules_kind", t.kind),
    check(
      "provider_fee_rules_amounts",
      sql`${t.rate} between 0 and 5000 and ${t.fixed} >= 0 and ${t.fixedFrom} >= 0 and ${t.maxFee} >= 0`,
    ),
    check("provider_fee_rules_levy", sql`${t.levy} >= 0 and ${t.levyFrom} >= 0`),
  ],
);
