import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { identity, instant, minor, reference } from "./columns.ts";
import { journals, wallets } from "./ledger.ts";
import { orders } from "./shop.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Who bears what the provider keeps of a payment. */
export const FEE_BEARERS = ["reseller", "house"] as const;

/** A reseller's own keys at a provider: what their shop's customers pay by it is theirs at once, and never in our books. */
export const providerKeys = pgTable(
  "provider_keys",
  {
    id: identity(),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => wallets.resellerId),
    provider: text("provider").notNull(),
    /** Names it in the address of its notices; the same for later keys of this reseller at this provider. */
    address: text("address").notNull(),
    /** All that the provider gave, as sealed JSON; forgotten when they were removed and nothing is open by them. */
    sealed: text("sealed"),
    /** Those before, of the same account there, and until when a notice that they signed is still read. */
    sealedBefore: text("sealed_before"),
    beforeUntil: instant("before_until"),
    /** The last four characters of the secret. */
    hint: text("hint").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    removedAt: instant("removed_at"),
    /** How many of its webhooks were taken in the minute that ends at `webhooksUntil`; the first keys of an address count. */
    webhooks: integer("webhooks").notNull().default(0),
    webhooksUntil: instant("webhooks_until"),
  },
  (t) => [
    uniqueIndex("provider_keys_one").on(t.resellerId, t.provider).where(sql`${t.removedAt} is null`),
    index("provider_keys_address").on(t.address),
    index("provider_keys_to_forget")
      .on(t.removedAt)
      .where(sql`${t.removedAt} is not null and ${t.sealed} is not null`),
    check("provider_keys_sealed", sql`${t.sealed} is not null or ${t.removedAt} is not null`),
  ],
);

/** What somebody was asked to pay on a provider's page. Whether it was paid, the provider alone says. */
export const payments = pgTable(
  "payments",
  {
    id: identity(),
    /** Ours, unguessable: what the provider calls the payment, and what stands in the address of its page. */
    reference: text("reference").notNull().unique("payments_reference"),
    purpose: text("purpose", { enum: ["wallet", "order"] }).notNull(),
    /** What a shop's customer pays for. */
    orderId: reference("order_id").references(() => orders.id),
    /** The reseller's own keys that it is paid by; null where it is paid to the operator. */
    keysId: reference("keys_id").references(() => providerKeys.id),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => wallets.resellerId),
    /** Comes with the form: the same ref is the same payment. */
    ref: text("ref").notNull(),
    provider: text("provider").notNull(),
    amount: minor("amount").notNull(),
    currency: text("currency").notNull(),
    feeBearer: text("fee_bearer", { enum: FEE_BEARERS }).notNull(),
    /** `review`: money came that is not what was asked for, and waits in suspense. */
    state: text("state", { enum: ["started", "paid", "review", "failed", "expired"] })
      .notNull()
      .default("started"),
    /** The provider's page; null until it is known. */
    page: text("page"),
    startedAt: instant("started_at").notNull().defaultNow(),
    /** What is paid after this is late. */
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
    /** How often the provider was asked, when last, and when it is asked again; null: never again by itself. */
    checks: integer("checks").notNull().default(0),
    checkedAt: instant("checked_at"),
    nextCheckAt: instant("next_check_at"),
    /** When its payer last asked to have it looked at. */
    lookedAt: instant("looked_at"),
  },
  (t) => [
    unique("payments_ref").on(t.resellerId, t.ref),
    index("payments_reseller").on(t.resellerId, t.id),
    /** An order is paid once. */
    uniqueIndex("payments_order_paid")
      .on(t.orderId)
      .where(sql`${t.orderId} is not null and ${t.state} = 'paid'`)
      .concurrently(),
    index("payments_order").on(t.orderId, t.id).where(sql`${t.orderId} is not null`).concurrently(),
    check("payments_order_named", sql`(${t.purpose} = 'order') = (${t.orderId} is not null)`),
    check("payments_keys", sql`${t.keysId} is null or ${t.orderId} is not null`),
    index("payments_due").on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    index("payments_next")
      .on(t.provider, t.nextCheckAt, t.id)
      .where(sql`${t.keysId} is null and ${t.nextCheckAt} is not null`)
      .concurrently(),
    index("payments_own_next")
      .on(t.keysId, t.nextCheckAt, t.id)
      .where(sql`${t.keysId} is not null and ${t.nextCheckAt} is not null`)
      .concurrently(),
    check("payments_purpose", sql`${t.purpose} in ('wallet', 'order')`),
    check("payments_amount", sql`${t.amount} > 0`),
    check("payments_fee_bearer", sql`${t.feeBearer} in ('reseller', 'house')`),
    check("payments_state", sql`${t.state} in ('started', 'paid', 'review', 'failed', 'expired')`),
    check("payments_ended", sql`(${t.state} = 'started') = (${t.endedAt} is null)`),
  ],
);

/** What providers told us, as it came; it only says where to look. Its words are erased after a while (`erase-told.ts`). */
export const paymentNotices = pgTable(
  "payment_notices",
  {
    id: identity(),
    provider: text("provider").notNull(),
    /** The reseller's own keys that it is signed with; null where it is to the operator. */
    keysId: reference("keys_id").references(() => providerKeys.id),
    /** SHA-256 of the body, which stays when that is erased: the same notice again is not stored. */
    hash: bytes("hash").notNull(),
    body: bytes("body").notNull(),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    /** What it is about, as the adapter read it. */
    event: text("event").notNull(),
    reference: text("reference"),
    transaction: text("transaction"),
    receivedAt: instant("received_at").notNull().defaultNow(),
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at").defaultNow(),
    handledAt: instant("handled_at"),
  },
  (t) => [
    unique("payment_notices_once").on(t.provider, t.hash),
    index("payment_notices_told").on(t.receivedAt).where(sql`${t.body} <> ''`),
    index("payment_notices_own")
      .on(t.keysId, t.receivedAt)
      .where(sql`${t.keysId} is not null`)
      .concurrently(),
    index("payment_notices_due").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index("payment_notices_next")
      .on(t.provider, t.nextTryAt, t.id)
      .where(sql`${t.keysId} is null and ${t.nextTryAt} is not null`)
      .concurrently(),
    index("payment_notices_own_next")
      .on(t.keysId, t.nextTryAt, t.id)
      .where(sql`${t.keysId} is not null and ${t.nextTryAt} is not null`)
      .concurrently(),
    check("payment_notices_handled", sql`(${t.handledAt} is null) = (${t.nextTryAt} is not null)`),
  ],
);

/** An account number that a provider keeps for one reseller: what is sent there comes into their wallet. */
export const paymentAccounts = pgTable(
  "payment_accounts",
  {
    id: identity(),
    resellerId: reference("reseller_id")
      .notNull()
      .references(() => wallets.resellerId),
    provider: text("provider").notNull(),
    /** The provider's name for who has it, which we chose. */
    owner: text("owner").notNull(),
    currency: text("currency").notNull(),
    /** As the provider was told: it finds its customer by them. */
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    /** `asked`: the provider was, and its answer may be on its way or lost. `retired`: what comes there is in suspense. */
    state: text("state", { enum: ["asked", "open", "refused", "retired"] }).notNull(),
    /** Why the provider opens none, in its words. */
    refusal: text("refusal"),
    number: text("number"),
    bank: text("bank"),
    holder: text("holder"),
    /** Until when somebody asks the provider to open it, so that nobody else does. */
    askingUntil: instant("asking_until"),
    askedAt: instant("asked_at").notNull().defaultNow(),
    openedAt: instant("opened_at"),
    /** When the provider last said what came to it, how often it was asked to open it, and when it is asked again. */
    heardAt: instant("heard_at"),
    tries: integer("tries").notNull().default(0),
    nextCheckAt: instant("next_check_at"),
    /** When its reseller last asked to have it looked at. */
    lookedAt: instant("looked_at"),
  },
  (t) => [
    unique("payment_accounts_one").on(t.resellerId, t.provider),
    unique("payment_accounts_owner").on(t.provider, t.owner),
    unique("payment_accounts_number").on(t.provider, t.number),
    index("payment_accounts_due").on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    check("payment_accounts_state", sql`${t.state} in ('asked', 'open', 'refused', 'retired')`),
    check(
      "payment_accounts_opened",
      sql`(${t.state} in ('open', 'retired')) = (${t.number} is not null and ${t.openedAt} is not null)
        and num_nonnulls(${t.number}, ${t.bank}, ${t.holder}) in (0, 3)`,
    ),
    check("payment_accounts_refused", sql`(${t.state} = 'refused') = (${t.refusal} is not null)`),
  ],
);

/** Why money waits in suspense. */
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

/** Money as a provider confirmed it, once each, and what became of it. */
export const providerTransactions = pgTable(
  "provider_transactions",
  {
    id: identity(),
    provider: text("provider").notNull(),
    /** The provider's own name for it; of what a transaction grew by, `NAME+GROSS`, which is no name of a provider's. */
    transaction: text("transaction").notNull(),
    /** The transaction that grew by this money; null for the first part of each. */
    partOf: reference("part_of").references((): AnyPgColumn => providerTransactions.id),
    /** The reseller's own keys by which it was asked for; null where it is the operator's. */
    keysId: reference("keys_id").references(() => providerKeys.id),
    paymentId: reference("payment_id").references(() => payments.id),
    /** The reference that the provider has for it, ours or not. */
    reference: text("reference"),
    /** What was paid, before the provider's fee. */
    gross: minor("gross").notNull(),
    /** What the provider keeps; null when it does not say. */
    fee: minor("fee"),
    currency: text("currency").notNull(),
    paidAt: instant("paid_at").notNull(),
    way: text("way"),
    /** The number of the own account that it came to, and whose it is. */
    account: text("account"),
    accountId: reference("account_id").references(() => paymentAccounts.id),
    /** The provider's answer; empty once it is erased. */
    raw: text("raw").notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
    /** `refunding`: the provider was asked to send it back; it is in suspense until it has. */
    state: text("state", {
      enum: ["credited", "suspense", "assigned", "refunding", "refunded", "direct", "odd"],
    }).notNull(),
    /** Why it went into suspense. */
    why: text("why", { enum: SUSPENSE }),
    /** Whose wallet got it, and how much of it. */
    resellerId: reference("reseller_id").references(() => wallets.resellerId),
    credited: minor("credited"),
    /** What its reseller gave beyond what they had got, when their wallet gave it back: the provider's fee. */
    extra: minor("extra").notNull().default(sql`0`),
    /** What disputes that were lost in part took of it. */
    lost: minor("lost").notNull().default(sql`0`),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    reason: text("reason"),
    /** When the payer's bank took it back, and when a dispute about that was won. */
    reversedAt: instant("reversed_at"),
    restoredAt: instant("restored_at"),
    /** When the provider is asked again whether it stands. */
    nextCheckAt: instant("next_check_at").default(sql`now() + interval '1 day'`),
  },
  (t) => [
    unique("provider_transactions_once").on(t.provider, t.transaction),
    uniqueIndex("provider_transactions_credited_once").on(t.paymentId).where(sql`${t.state} = 'credited'`),
    index("provider_transactions_payment").on(t.paymentId),
    index("provider_transactions_told").on(t.seenAt).where(sql`${t.raw} <> ''`),
    index("provider_transactions_odd").on(t.keysId, t.id).where(sql`${t.state} = 'odd'`).concurrently(),
    index("provider_transactions_suspense").on(t.id).where(sql`${t.state} = 'suspense'`),
    index("provider_transactions_reference").on(t.reference),
    check("provider_transactions_gross", sql`${t.gross} > 0`),
    check("provider_transactions_fee", sql`${t.fee} between 0 and ${t.gross}`),
    index("provider_transactions_next")
      .on(t.provider, t.nextCheckAt, t.id)
      .where(sql`${t.keysId} is null and ${t.nextCheckAt} is not null`)
      .concurrently(),
    index("provider_transactions_account")
      .on(t.accountId, t.id)
      .where(sql`${t.accountId} is not null`)
      .concurrently(),
    index("provider_transactions_reversed").on(t.id).where(sql`${t.reversedAt} is not null`).concurrently(),
    check(
      "provider_transactions_state",
      sql`${t.state} in ('credited', 'suspense', 'assigned', 'refunding', 'refunded', 'direct', 'odd')`,
    ),
    check("provider_transactions_reversed", sql`${t.restoredAt} is null or ${t.reversedAt} is not null`),
    check("provider_transactions_lost", sql`${t.lost} >= 0 and ${t.lost} < ${t.gross}`),
    index("provider_transactions_parts").on(t.partOf).where(sql`${t.partOf} is not null`).concurrently(),
    check("provider_transactions_extra", sql`${t.extra} between 0 and ${t.gross}`),
    check("provider_transactions_why", sql`(${t.state} in ('credited', 'direct')) = (${t.why} is null)`),
    check(
      "provider_transactions_whose",
      sql`case when ${t.keysId} is null then ${t.state} not in ('direct', 'odd')
        else ${t.state} in ('direct', 'odd', 'refunding', 'refunded') end`,
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
 * The house's side of payments, beside the resellers' `entries`; each step of a transaction sums to zero. `clearing` is
 * what the provider owes, `fees` what the house bears, `suspense` what nobody has yet, `wallets` what resellers got, and
 * `outside` the operator's own accounts: what a provider settled to them, less what was sent back from them. Above zero is
 * an asset or a cost.
 */
export const houseEntries = pgTable(
  "house_entries",
  {
    id: identity(),
    transactionId: reference("transaction_id")
      .notNull()
      .references(() => providerTransactions.id),
    step: text("step", {
      enum: [
        "received",
        "assigned",
        "refunded",
        "reversed",
        "restored",
        "taken_back",
        "settled",
        "accepted",
        "lost",
      ],
    }).notNull(),
    account: text("account", { enum: ["clearing", "fees", "suspense", "wallets", "outside"] }).notNull(),
    amount: minor("amount").notNull(),
    /** The journal that put it into a wallet. */
    journalId: reference("journal_id")
      .references(() => journals.id)
      .unique("house_entries_journal"),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    unique("house_entries_once").on(t.transactionId, t.step, t.account),
    check(
      "house_entries_step",
      sql`${t.step} in ('received', 'assigned', 'refunded', 'reversed', 'restored', 'taken_back', 'settled', 'accepted', 'lost')`,
    ),
    check(
      "house_entries_account",
      sql`${t.account} in ('clearing', 'fees', 'suspense', 'wallets', 'outside')`,
    ),
    check("house_entries_amount", sql`${t.amount} <> 0`),
    check("house_entries_wallets", sql`(${t.account} = 'wallets') = (${t.journalId} is not null)`),
  ],
);

/** What payers' banks ask back, as the provider tells it; one that is open wants evidence before it is due. */
export const paymentDisputes = pgTable(
  "payment_disputes",
  {
    id: identity(),
    transactionId: reference("transaction_id")
      .notNull()
      .references(() => providerTransactions.id),
    /** The provider's own name for it. */
    dispute: text("dispute").notNull(),
    /** `answered`: evidence was given, and the payer's bank decides. */
    state: text("state", { enum: ["open", "answered", "won", "lost"] }).notNull(),
    /** What the payer wants back; what they got, once it is lost. */
    amount: minor("amount").notNull(),
    /** Until when the provider takes evidence; null when it does not say. */
    dueAt: instant("due_at"),
    openedAt: instant("opened_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    /** When what was lost in part left the ledger; null where all or none of the money went. */
    bookedAt: instant("booked_at"),
  },
  (t) => [
    unique("payment_disputes_once").on(t.transactionId, t.dispute),
    index("payment_disputes_open").on(t.dueAt).where(sql`${t.state} = 'open'`),
    check("payment_disputes_state", sql`${t.state} in ('open', 'answered', 'won', 'lost')`),
    check("payment_disputes_amount", sql`${t.amount} > 0`),
    check("payment_disputes_ended", sql`(${t.state} in ('won', 'lost')) = (${t.endedAt} is not null)`),
    check("payment_disputes_booked", sql`${t.bookedAt} is null or ${t.state} = 'lost'`),
  ],
);

/** What providers were asked to send back: the whole of one transaction each, under a key that is asked for once. */
export const paymentRefunds = pgTable(
  "payment_refunds",
  {
    id: identity(),
    /** Our name for it at the provider: the same key again is the same refund. */
    key: text("key").notNull().unique("payment_refunds_key"),
    /** The key under which the provider refused it before, and under which it is asked for again. */
    askedAs: text("asked_as"),
    transactionId: reference("transaction_id")
      .notNull()
      .references(() => providerTransactions.id),
    /**
     * `asked`: the provider may not know of it yet; `pending`: it is on its way; `attention`: the provider cannot send it
     * without a human; `failed`: it was surely not sent.
     */
    state: text("state", { enum: ["asked", "pending", "attention", "done", "failed"] })
      .notNull()
      .default("asked"),
    /** For the payer and the provider. */
    reason: text("reason").notNull(),
    /** The provider's own name for it, once it told one. */
    refund: text("refund"),
    /** Why it failed or needs attention, in the provider's words. */
    why: text("why"),
    /** The provider's last answer. */
    raw: text("raw"),
    askedBy: text("asked_by").notNull(),
    askedAt: instant("asked_at").notNull().defaultNow(),
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** How often the provider was asked, and when it is asked again; null: never again. */
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at").defaultNow(),
  },
  (t) => [
    uniqueIndex("payment_refunds_one").on(t.transactionId).where(sql`${t.state} <> 'failed'`),
    index("payment_refunds_transaction").on(t.transactionId),
    index("payment_refunds_due").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    check("payment_refunds_state", sql`${t.state} in ('asked', 'pending', 'attention', 'done', 'failed')`),
    check("payment_refunds_over", sql`(${t.state} in ('done', 'failed')) = (${t.nextTryAt} is null)`),
    check("payment_refunds_known", sql`${t.state} in ('asked', 'failed') or ${t.refund} is not null`),
  ],
);

/** The one row that says how resellers may pay online. */
export const paymentSettings = pgTable(
  "payment_settings",
  {
    id: integer("id").primaryKey().default(1),
    /** The providers that are switched off, though their keys are set. */
    off: text("off").array().notNull().default(sql`'{}'`),
    feeBearer: text("fee_bearer", { enum: FEE_BEARERS }).notNull().default("reseller"),
    least: minor("least").notNull().default(sql`10000`),
    /** Whether shops may be paid through the operator's account, where that is switched on for their reseller too. */
    collect: boolean("collect").notNull().default(false),
    most: minor("most").notNull().default(sql`50000000`),
    /** Who gives resellers account numbers of their own; null: nobody. */
    accountsBy: text("accounts_by"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("payment_settings_single", sql`${t.id} = 1`),
    check("payment_settings_fee_bearer", sql`${t.feeBearer} in ('reseller', 'house')`),
    check("payment_settings_range", sql`${t.least} > 0 and ${t.least} <= ${t.most}`),
  ],
);
