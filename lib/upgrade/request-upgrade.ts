import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { levelUpgrades } from "#db/schema/upgrade";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, LEVELS, type Level, requireReseller } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import { FormRef, requireSameContent } from "#lib/core/form-ref";
import type { Minor } from "#lib/core/money/money";
import { UPPER_LEVELS } from "./level-order.ts";
import { lockActiveReseller, raiseLevel, requireLevel } from "./raise-level.ts";
import { readSavings, readVolume } from "./read-upgrade-figures.ts";
import { findNextOffer } from "./upgrade-offer.ts";

/** The level, and the one that the form was made from. */
export const RequestUpgradeInput = z.object({
  /** Comes with the form: the same ref is the same request, or the same charge. */
  ref: FormRef,
  from: z.enum(LEVELS),
  level: z.enum(UPPER_LEVELS),
});
export type RequestUpgradeInput = z.input<typeof RequestUpgradeInput>;

export type UpgradeState = (typeof levelUpgrades.$inferSelect)["state"];

/** After a rejection, the days before the next request. */
const REJECTION_DAYS = 7;

/** Returns when a level can be requested again after a rejection. */
export const getNextRequestTime = (rejectedAt: Date): Date =>
  new Date(rejectedAt.getTime() + REJECTION_DAYS * 24 * 3_600_000);

/**
 * Requests the next level for the acting reseller. Where the operator set a volume and it is reached, the
 * request is approved at once; otherwise it waits for an admin.
 * @returns the state of the request, the same for the same ref
 * @throws conflict when the level isn't offered or has a price, a request is in review or was rejected
 * recently, or the level changed meanwhile; ref_reused; restricted
 */
export async function requestUpgrade(ctx: Ctx, input: RequestUpgradeInput): Promise<UpgradeState> {
  const { id } = requireReseller(ctx);
  const { ref, from, level } = RequestUpgradeInput.parse(input);
  const [{ current }, volume] = await Promise.all([readSavings(ctx, id, level), readVolume(ctx, id)]);
  return inTransaction(ctx, async (tx) => {
    const reseller = await lockActiveReseller(tx, id);
    const same = await findUpgradeByRef(tx, id, { ref, from, level, price: null });
    if (same) return same.state;
    requireLevel(reseller, from);
    const offer = await findNextOffer(tx, reseller.level);
    if (offer?.level !== level)
      throw conflictError("This level isn’t offered any more. Nothing was changed.");
    const reached = offer.volume !== null && volume >= offer.volume;
    if (!reached) await requireRequestable(tx, id, offer.price !== null);
    const [asked] = await tx.db
      .insert(levelUpgrades)
      .values({ resellerId: id, ref, fromLevel: from, toLevel: level, volume, saving: current.saving })
      .returning({ id: levelUpgrades.id })
      .onConflictDoNothing();
    if (!asked) throw conflictError("Your request is in review already. Nothing was changed.");
    await recordAudit(tx, {
      action: "upgrade.requested",
      subject: "upgrade",
      subjectId: asked.id,
      resellerId: id,
      before: { level: from },
      after: { level, volume },
    });
    if (!reached) return "pending";
    await approveByVolume(tx, asked.id);
    await raiseLevel(asRule(tx), reseller, level, VOLUME_REASON);
    return "approved";
  });
}

/** A level that a form asks for, or buys for a price. */
interface WantedUpgrade {
  ref: string;
  from: Level;
  level: z.infer<typeof RequestUpgradeInput>["level"];
  price: Minor | null;
}

/**
 * Finds what the form of this ref asked for or bought before.
 * @throws ref_reused when that was another level or price
 */
export async function findUpgradeByRef(
  ctx: Ctx,
  resellerId: number,
  { ref, from, level, price }: WantedUpgrade,
): Promise<{ state: UpgradeState } | undefined> {
  const [same] = await ctx.db
    .select({
      state: levelUpgrades.state,
      from: levelUpgrades.fromLevel,
      level: levelUpgrades.toLevel,
      price: levelUpgrades.price,
    })
    .from(levelUpgrades)
    .where(and(eq(levelUpgrades.resellerId, resellerId), eq(levelUpgrades.ref, ref)));
  if (same)
    requireSameContent(
      same,
      { from, level, price },
      "This form already asked for another level. Reload the page and try again.",
    );
  return same;
}

export const VOLUME_REASON = "The volume for this level is reached.";

/** The operator's rule acts in the audit log. */
export const asRule = (ctx: Ctx): Ctx => ({ ...ctx, actor: { kind: "system", name: "upgrade" } });

/** Approves a request by the operator's rule. In its caller's transaction. @returns whether it was pending */
export async function approveByVolume(ctx: Ctx, id: number): Promise<boolean> {
  const [approved] = await ctx.db
    .update(levelUpgrades)
    .set({ state: "approved", reason: VOLUME_REASON, decidedAt: sql`now()`, decidedBy: "system:upgrade" })
    .where(
      and(
        eq(levelUpgrades.id, id),
        eq(levelUpgrades.state, "pending"),
        // The event that ends requests of another level may come later.
        sql`${levelUpgrades.fromLevel} = (select level from resellers where id = ${levelUpgrades.resellerId})`,
      ),
    )
    .returning({ resellerId: levelUpgrades.resellerId });
  if (!approved) return false;
  await recordAudit(asRule(ctx), {
    action: "upgrade.approved",
    subject: "upgrade",
    subjectId: id,
    resellerId: approved.resellerId,
    reason: VOLUME_REASON,
    before: { state: "pending" },
    after: { state: "approved" },
  });
  return true;
}

/** @throws conflict when an admin wouldn't be asked */
async function requireRequestable(ctx: Ctx, resellerId: number, priced: boolean): Promise<void> {
  if (priced) throw conflictError("This level has a price. Nothing was changed. Reload the page to buy it.");
  const rejected = await ctx.db.$count(
    levelUpgrades,
    and(
      eq(levelUpgrades.resellerId, resellerId),
      eq(levelUpgrades.state, "rejected"),
      gt(levelUpgrades.decidedAt, sql`now() - make_interval(days => ${REJECTION_DAYS})`),
    ),
  );
  if (rejected > 0)
    throw conflictError(
      `Your last request was rejected less than ${REJECTION_DAYS} days ago. Nothing was changed. Try again later.`,
    );
}
