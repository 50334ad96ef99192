import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { referrals } from "#db/schema/referral";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { recordReferral, type UncountedReason } from "./record-referral.ts";

export const SetReferrerInput = z.object({
  resellerId: Id,
  email: z.string().trim().min(1, "Enter the referrer’s email address.").max(200),
  reason: Reason,
});
export type SetReferrerInput = z.input<typeof SetReferrerInput>;

/** The days after an account was opened in which a referrer can be set. */
const MAX_ACCOUNT_AGE_DAYS = 30;

/**
 * Records the referrer of a reseller that didn't sign up by a link, such as an invited one, under the
 * current settings. Admins only.
 * @throws invalid at `email`; not_found; conflict when there is a referrer already, the account is older than
 * 30 days, or the referral doesn't count
 */
export async function setReferrer(ctx: Ctx, input: SetReferrerInput): Promise<void> {
  requireAdmin(ctx, "resellers");
  const { resellerId, email, reason } = SetReferrerInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const [referrer] = await tx.db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(sql`lower(${accounts.email}) = lower(${email})`, eq(accounts.role, "reseller")));
    if (!referrer) throw invalidError("email", "No reseller has this email address.");
    const [reseller] = await tx.db
      .select({
        young: sql<boolean>`${accounts.createdAt} > now() - make_interval(days => ${MAX_ACCOUNT_AGE_DAYS})`,
      })
      .from(accounts)
      .where(and(eq(accounts.id, resellerId), eq(accounts.role, "reseller")));
    if (!reseller) throw notFoundError("reseller");
    if (!reseller.young)
      throw conflictError(`The account is older than ${MAX_ACCOUNT_AGE_DAYS} days. Nothing was changed.`);
    const made = await recordReferral(tx, {
      referrerId: referrer.id,
      referredId: resellerId,
      since: sql`now()`,
      by: tx,
    });
    if ("reason" in made) throw conflictError(`${UNCOUNTED_REASONS[made.reason]} Nothing was changed.`);
    await recordAudit(tx, {
      action: "referral.set",
      subject: "referral",
      subjectId: made.id,
      resellerId,
      reason,
      before: { referrer: null },
      after: { referrer: referrer.id },
    });
  });
}

const UNCOUNTED_REASONS: Record<UncountedReason, string> = {
  off: "Referrals are off. Turn them on under Resellers → Referrals.",
  referred: "This reseller already has a referrer.",
  same: "A reseller can’t be their own referrer.",
  agent: "The reseller is the referrer’s agent, and earns them a commission.",
  closed: "The referrer’s account is closed.",
  phone: "Both accounts have the same phone number.",
  limit: "The referrer has reached the limit of new resellers for 30 days.",
};

export const DecideReferralInput = z.object({ id: Id, reason: Reason });
export type DecideReferralInput = z.input<typeof DecideReferralInput>;

/**
 * Lets a referral earn although both resellers used one device. Admins only.
 * @throws not_found; conflict when decided meanwhile
 */
export const clearReferral = (ctx: Ctx, input: DecideReferralInput): Promise<void> =>
  decideReferral(ctx, input, "cleared");

/**
 * Ends a referral: what it earned stays, and pending rewards are cancelled. Admins only. Both
 * resellers read the reason.
 * @throws not_found; conflict when ended meanwhile
 */
export const endReferral = (ctx: Ctx, input: DecideReferralInput): Promise<void> =>
  decideReferral(ctx, input, "ended");

async function decideReferral(ctx: Ctx, input: DecideReferralInput, decision: "cleared" | "ended") {
  requireAdmin(ctx, "resellers");
  const { id, reason } = DecideReferralInput.parse(input);
  const isCleared = decision === "cleared";
  if (isCleared) await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const [referral] = await tx.db
      .update(referrals)
      .set(isCleared ? { clearedAt: sql`now()` } : { endedAt: sql`now()`, reason })
      .where(
        and(
          eq(referrals.id, id),
          isNull(referrals.endedAt),
          isCleared ? isNull(referrals.clearedAt) : undefined,
        ),
      )
      .returning({ referrerId: referrals.referrerId });
    if (!referral) throw await explainMissing(tx, id);
    await recordAudit(tx, {
      action: isCleared ? "referral.cleared" : "referral.ended",
      subject: "referral",
      subjectId: id,
      resellerId: referral.referrerId,
      reason,
      before: { [decision]: false },
      after: { [decision]: true },
    });
  });
}

async function explainMissing(ctx: Ctx, id: number) {
  const count = await ctx.db.$count(referrals, eq(referrals.id, id));
  return count === 0
    ? notFoundError("referral")
    : explainConflict(ctx, { subject: "referral", subjectId: id });
}
