import { and, eq, isNotNull } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { levelUpgrades, upgradeOffers } from "#db/schema/upgrade";
import { type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { raiseLevel } from "./raise-level.ts";
import { readVolume } from "./read-upgrade-figures.ts";
import { approveByVolume, VOLUME_REASON } from "./request-upgrade.ts";

/**
 * Approves pending requests whose resellers reached the volume meanwhile. System only.
 * @returns how many
 * @throws the first failure, after all others
 */
export async function approveReachedUpgrades(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const pending = await ctx.db
    .select({
      id: levelUpgrades.id,
      resellerId: levelUpgrades.resellerId,
      level: levelUpgrades.toLevel,
      volume: upgradeOffers.volume,
    })
    .from(levelUpgrades)
    .innerJoin(upgradeOffers, eq(upgradeOffers.level, levelUpgrades.toLevel))
    .where(
      and(eq(levelUpgrades.state, "pending"), eq(upgradeOffers.open, true), isNotNull(upgradeOffers.volume)),
    );
  const approved = await handleEach(pending, "upgrade.not_approved", async (request) => {
    const { id, resellerId, level, volume } = request;
    if (volume === null || (await readVolume(ctx, resellerId)) < volume) return false;
    return inTransaction(ctx, async (tx) => {
      const [reseller] = await tx.db
        .select()
        .from(resellers)
        .where(and(eq(resellers.id, resellerId), eq(resellers.state, "active")))
        .for("update");
      if (!reseller || !(await approveByVolume(tx, id))) return false;
      await raiseLevel(tx, reseller, level, VOLUME_REASON);
      return true;
    });
  });
  return approved.filter(Boolean).length;
}
