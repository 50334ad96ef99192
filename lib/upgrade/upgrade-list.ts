import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { levelUpgrades } from "#db/schema/upgrade";
import { nameActors } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal } from "#lib/core/money/money";

/** Requests for a level and levels bought, the oldest first; by default the pending ones. Admins only. */
export const upgradeList = defineList({
  allow: requireAdmin,
  filter: { state: z.enum(["pending", "approved", "rejected", "ended"]) },
  order: "oldest",
  pageSize: 25,
  read: async (ctx, { state = "pending" }, slice) => {
    const p = alias(levelUpgrades, "p");
    const rows = await ctx.db
      .select({
        id: p.id,
        reseller: { id: p.resellerId, name: accounts.name },
        fromLevel: p.fromLevel,
        toLevel: p.toLevel,
        /** In minor units, as `saving` and `price`. */
        volume: p.volume,
        saving: p.saving,
        price: p.price,
        state: p.state,
        reason: p.reason,
        requestedAt: p.requestedAt,
        decidedAt: p.decidedAt,
        decidedBy: p.decidedBy,
      })
      .from(p)
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(and(eq(p.state, state), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(await nameActors(ctx, rows, "decidedBy"), (row) => row);
  },
  file: {
    name: "level-upgrades",
    columns: {
      number: ({ id }) => id,
      requested: ({ requestedAt }) => requestedAt,
      "reseller id": ({ reseller }) => reseller.id,
      reseller: ({ reseller }) => reseller.name,
      from: ({ fromLevel }) => fromLevel,
      to: ({ toLevel }) => toLevel,
      volume: ({ volume }) => formatDecimal(volume),
      saving: ({ saving }) => formatDecimal(saving),
      paid: ({ price }) => (price === null ? null : formatDecimal(price)),
      state: ({ state }) => state,
      decided: ({ decidedAt }) => decidedAt,
      "decided by": ({ decidedBy }) => decidedBy,
      reason: ({ reason }) => reason,
    },
  },
});
export type UpgradeRow = RowOf<typeof upgradeList>;

/** Counts pending requests for a level. Admins only. */
export async function countPendingUpgrades(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  return ctx.db.$count(levelUpgrades, eq(levelUpgrades.state, "pending"));
}
