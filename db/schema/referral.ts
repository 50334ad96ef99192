import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { resellers } from "./account.ts";
import { choice, identity, instant, isOneOf, minor, reference, referenceTo } from "./columns.ts";
import { journals } from "./ledger.ts";
import { wallets } from "./wallet.ts";

/** The code in each reseller's link. */
export const referralCodes = pgTable("referral_codes", {
  resellerId: reference("reseller_id")
    .primaryKey()
    .references(() => resellers.id),
  code: text("code").notNull().unique("referral_codes_code"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Referrals, with the terms of the day when the account was opened. */
export const referrals = pgTable(
  "referrals",
  {
    id: identity(),
    referrerId: referenceTo("referrer_id", () => wallets.resellerId),
    referredId: referenceTo("referred_id", () => wallets.resellerId).unique("referrals_referred_once"),
    kind: choice("kind", ["first_funding", "share"]),
    /** A sum at the first funding of at least `minimum`. */
    reward: minor("reward"),
    minimum: minor("minimum"),
    /** A share of the operator's margin, in hundredths of a per cent, up to `cap` in all. */
    share: integer("share"),
    cap: minor("cap"),
    /** How long after the account was opened it earns. */
    months: integer("months").notNull().default(6),
    /** The days between the funding, or the end of the month, and the payment. */
    holdDays: integer("hold_days").notNull().default(7),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** An admin saw that both use one device, and lets it earn anyway. */
    clearedAt: instant("cleared_at"),
    /** It earns nothing more, for this reason. */
    endedAt: instant("ended_at"),
    reason: text("reason"),
  },
  (t) => [
    index("referrals_referrer").on(t.referrerId, t.id),
    index("referrals_open").on(t.id).where(sql`${t.endedAt} is null`),
    check("referrals_two_resellers", sql`${t.referrerId} <> ${t.referredId}`),
    check("referrals_ended", sql`(${t.endedAt} is null) = (${t.reason} is null)`),
    isOneOf("referrals_kind", t.kind),
  ],
);

/** Earnings of referrals: `first` funding, or the share of a month ("2026-11"). */
export const referralRewards = pgTable(
  "referral_rewards",
  {
    id: identity(),
    referralId: referenceTo("referral_id", () => referrals.id),
    period: text("period").notNull(),
    /** The first funding. */
    fundingId: reference("funding_id").references(() => journals.id),
    amount: minor("amount").notNull(),
    /** `cancelled`: never paid, since its funding was reversed or the referral ended. */
    state: choice("state", ["pending", "paid", "cancelled", "reversed"]).default("pending"),
    dueAt: instant("due_at").notNull(),
    journalId: reference("journal_id")
      .references(() => journals.id)
      .unique("referral_rewards_journal"),
    /** The journal that reversed it. */
    reversalJournalId: reference("reversal_journal_id")
      .references(() => journals.id)
      .unique("referral_rewards_reversal_journal"),
    /** The reason why it was cancelled or reversed. */
    reason: text("reason"),
    createdAt: instant("created_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("referral_rewards_referral").on(t.referralId, t.id),
    /** The guard of "paid once". */
    uniqueIndex("referral_rewards_once")
      .on(t.referralId, t.period)
      .where(sql`${t.state} in ('pending', 'paid')`),
    index("referral_rewards_due").on(t.dueAt).where(sql`${t.state} = 'pending'`),
    isOneOf("referral_rewards_state", t.state),
    check("referral_rewards_period", sql`${t.period} ~ '^(first|2[0-9]{3}-[0-9]{2})$'`),
    check("referral_rewards_funding", sql`(${t.period} = 'first') = (${t.fundingId} is not null)`),
    check("referral_rewards_amount", sql`${t.amount} > 0`),
    check("referral_rewards_paid", sql`(${t.state} in ('paid', 'reversed')) = (${t.journalId} is not null)`),
    check("referral_rewards_reversed", sql`(${t.state} = 'reversed') = (${t.reversalJournalId} is not null)`),
  ],
);
