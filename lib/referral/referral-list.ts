import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { referrals } from "#db/schema/referral";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";
import { int, readRow } from "#lib/core/read-rows";
import { containsText } from "#lib/core/text/search-text";
import { SearchText } from "#lib/core/text/single-line-text";
import { isSameDevice } from "./referral-facts.ts";

const p = alias(referrals, "p");

/** Referrals that wait for an admin: both resellers used one device. */
const isToReview = (): SQL =>
  sql`p.ended_at is null and exists (select from referrals r where r.id = p.id and ${isSameDevice()})`;

/** Referrals with what they earned, newest first. Admins only. */
export const referralList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["review", "earning", "ended"]),
    /** Part of either name. */
    q: SearchText,
  },
  pageSize: 50,
  read: async (ctx, { state, q }, slice) => {
    const [referrer, referred] = [alias(accounts, "referrer"), alias(accounts, "referred")];
    const earned = (where: SQL) =>
      sql`(
        select coalesce(sum(w.amount), 0)
        from referral_rewards w
        where w.referral_id = p.id and ${where})`.mapWith(BigInt);
    const conditions = [
      ...(state === "review" ? [isToReview()] : []),
      ...(state === "earning" ? [sql`p.ended_at is null`] : []),
      ...(state === "ended" ? [sql`p.ended_at is not null`] : []),
      ...(q ? [containsText(sql`concat_ws(' ', ${referrer.name}, ${referred.name})`, q)] : []),
      ...slice.conditions,
    ];
    const rows = await ctx.db
      .select({
        id: p.id,
        referrer: { id: p.referrerId, name: referrer.name },
        referred: { id: p.referredId, name: referred.name },
        kind: p.kind,
        reward: p.reward,
        minimum: p.minimum,
        share: p.share,
        cap: p.cap,
        months: p.months,
        holdDays: p.holdDays,
        createdAt: p.createdAt,
        /** In minor units, as the terms. */
        paid: earned(sql`w.state = 'paid'`),
        pending: earned(sql`w.state = 'pending'`),
        reversed: earned(sql`w.state = 'reversed'`),
        toReview: sql<boolean>`${isToReview()}`,
        clearedAt: p.clearedAt,
        endedAt: p.endedAt,
        reason: p.reason,
      })
      .from(p)
      .innerJoin(referrer, eq(referrer.id, p.referrerId))
      .innerJoin(referred, eq(referred.id, p.referredId))
      .where(conditions.length > 0 ? sql.join(conditions, sql` and `) : undefined)
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, (row) => row);
  },
  file: {
    name: "referrals",
    columns: {
      number: ({ id }) => id,
      joined: ({ createdAt }) => createdAt,
      "referrer id": ({ referrer }) => referrer.id,
      referrer: ({ referrer }) => referrer.name,
      "reseller id": ({ referred }) => referred.id,
      reseller: ({ referred }) => referred.name,
      earns: ({ kind }) => kind,
      paid: ({ paid }) => formatDecimal(paid),
      pending: ({ pending }) => formatDecimal(pending),
      reversed: ({ reversed }) => formatDecimal(reversed),
      ended: ({ endedAt }) => endedAt,
      reason: ({ reason }) => reason,
    },
  },
});
export type ReferralRow = RowOf<typeof referralList>;

/** Counts the referrals to review. Admins only. */
export async function countReferralsToReview(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const { count } = await readRow(ctx.db, z.object({ count: int }))`
    select count(*) from referrals p where ${isToReview()}`;
  return count;
}
