import { eq, type SQL, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { referrals } from "#db/schema/referral";
import { readSettings, selectSetting } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { getOwnReferralCode } from "./referral-code.ts";
import { type ReferralTerms, referralSettings } from "./referral-settings.ts";

/** A reward or the lack of one. Money in minor units. */
export interface ReferredReseller {
  id: number;
  name: string;
  joinedAt: Date;
  terms: ReferralTerms;
  /** The sum of paid rewards that stand. */
  earned: Minor;
  /** The next reward, which waits until its time. */
  pending: { amount: Minor; dueAt: Date } | null;
  /** A reward was reversed, and not earned again. */
  reversed: boolean;
  /** The reason why it earns nothing more. */
  ended: string | null;
}

export type OwnReferrals = Awaited<ReturnType<typeof getOwnReferrals>>;

/**
 * Returns the acting reseller's link, what it earns at present, and everyone it brought; and who brought
 * them. While referrals are off, there is no link.
 */
export async function getOwnReferrals(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  const settings = await readSettings(ctx, referralSettings);
  const { kind } = settings;
  const [referred, referrer, code] = await Promise.all([
    readReferred(ctx, id),
    readReferrer(ctx, id),
    kind === "off" ? null : getOwnReferralCode(ctx),
  ]);
  return {
    code,
    terms: kind === "off" ? null : { ...settings, kind },
    referred,
    earned: referred.reduce((sum, { earned }) => sum + earned, 0n),
    referrer,
  };
}

/** Selects whether referrals are on or the reseller has any, for the navigation. */
export const hasReferrals = (resellerId: SQL): SQL<boolean> => sql<boolean>`(
  ${selectSetting(referralSettings, "kind")} <> 'off'
  or exists (select from referrals where referrer_id = ${resellerId})
  or exists (select from referrals where referred_id = ${resellerId}))`;

const { kind, reward, minimum, share, cap, months, holdDays } = referrals;
const termColumns = { kind, reward, minimum, share, cap, months, holdDays };

const MAX_REFERRED = 200;

async function readReferred(ctx: Ctx, referrerId: number): Promise<ReferredReseller[]> {
  const rewards = (select: SQL, where: SQL) =>
    sql`(select ${select} from referral_rewards w where w.referral_id = ${referrals.id} and ${where})`;
  const rows = await ctx.db
    .select({
      id: referrals.id,
      name: accounts.name,
      joinedAt: referrals.createdAt,
      terms: termColumns,
      earned: rewards(sql`coalesce(sum(w.amount), 0)`, sql`w.state = 'paid'`).mapWith(BigInt),
      pendingAmount: rewards(sql`min(w.amount)`, sql`w.state = 'pending'`).mapWith((text) =>
        text === null ? null : BigInt(text),
      ) as SQL<bigint | null>,
      dueAt: rewards(sql`min(w.due_at)`, sql`w.state = 'pending'`).mapWith(
        referrals.createdAt,
      ) as SQL<Date | null>,
      reversed: rewards(sql`coalesce(bool_or(w.state = 'reversed'), false)`, sql`true`) as SQL<boolean>,
      ended: referrals.reason,
    })
    .from(referrals)
    .innerJoin(accounts, eq(accounts.id, referrals.referredId))
    .where(eq(referrals.referrerId, referrerId))
    .orderBy(sql`${referrals.id} desc`)
    .limit(MAX_REFERRED);
  return rows.map(({ pendingAmount, dueAt, ...row }) => ({
    ...row,
    pending: pendingAmount !== null && dueAt !== null ? { amount: pendingAmount, dueAt } : null,
  }));
}

/** Reads who brought this reseller, and what it earns them; null for one who came alone. */
async function readReferrer(ctx: Ctx, referredId: number) {
  const [row] = await ctx.db
    .select({
      name: accounts.name,
      terms: termColumns,
      earned: sql`(select coalesce(sum(w.amount), 0) from referral_rewards w
        where w.referral_id = ${referrals.id} and w.state = 'paid')`.mapWith(BigInt),
      ended: referrals.reason,
    })
    .from(referrals)
    .innerJoin(accounts, eq(accounts.id, referrals.referrerId))
    .where(eq(referrals.referredId, referredId));
  return row ?? null;
}
