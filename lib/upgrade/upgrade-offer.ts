import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { upgradeOffers } from "#db/schema/upgrade";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, type Level, requireAdmin } from "#lib/core/context";
import { Amount } from "#lib/core/money/amount";
import { Reason } from "#lib/core/text/reason";
import { listLevelsAbove, UPPER_LEVELS } from "./level-order.ts";

/** The offer of a level. Money in minor units. */
export type UpgradeOffer = typeof upgradeOffers.$inferSelect;

/** Lists the offers of all levels, the lowest first. Admins only. */
export async function listUpgradeOffers(ctx: Ctx): Promise<UpgradeOffer[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.select().from(upgradeOffers);
  return UPPER_LEVELS.flatMap((level) => rows.find((row) => row.level === level) ?? []);
}

/** Finds the lowest level above this one that is offered. Rights are the caller's. */
export async function findNextOffer(ctx: Ctx, level: Level): Promise<UpgradeOffer | undefined> {
  return (await listOffersAbove(ctx, level))[0];
}

/** Lists the offered levels above this one, the lowest first. Rights are the caller's. */
export async function listOffersAbove(ctx: Ctx, level: Level): Promise<UpgradeOffer[]> {
  const open = await ctx.db.select().from(upgradeOffers).where(eq(upgradeOffers.open, true));
  return listLevelsAbove(level).flatMap((upper) => open.find((offer) => offer.level === upper) ?? []);
}

const OptionalAmount = z.preprocess((typed) => (typed === "" ? null : typed), Amount.nullable());

export const SetUpgradeOfferInput = z.object({
  level: z.enum(UPPER_LEVELS, "Choose a level."),
  open: z.enum(["yes", "no"]),
  /** In minor units, or as typed; empty where it can't be bought. */
  price: OptionalAmount,
  /** Likewise; empty where an admin decides. */
  volume: OptionalAmount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetUpgradeOfferInput = z.input<typeof SetUpgradeOfferInput>;

/**
 * Sets how resellers get a level. Admins only.
 * @throws conflict when it changed meanwhile; invalid at `confirmPassword`
 */
export async function setUpgradeOffer(ctx: Ctx, input: SetUpgradeOfferInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { level, version, reason, ...wanted } = SetUpgradeOfferInput.parse(input);
  await requireConfirmation(ctx);
  const after = { open: wanted.open === "yes", price: wanted.price, volume: wanted.volume };
  await inTransaction(ctx, async (tx) => {
    const current = and(eq(upgradeOffers.level, level), eq(upgradeOffers.version, version));
    const [before] = await tx.db.select().from(upgradeOffers).where(current).for("update");
    if (!before) throw await explainConflict(tx, { subject: "upgrade offer", subjectId: level });
    await tx.db
      .update(upgradeOffers)
      .set({ ...after, version: sql`${upgradeOffers.version} + 1` })
      .where(current);
    const { open, price, volume } = before;
    await recordAudit(tx, {
      action: "upgrade.offer",
      subject: "upgrade offer",
      subjectId: level,
      reason,
      before: { open, price, volume },
      after,
    });
  });
}
