import { eq, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { helpers } from "#db/schema/helper";
import { type Ctx, isCostHidden, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { spentBy } from "#lib/purchase/place/daily-spending";

/** Returns the name of the reseller for whom the acting helper sells; undefined for a reseller. */
export async function getEmployerName(ctx: Ctx): Promise<string | undefined> {
  const { kind, id } = requireReseller(ctx, "sell");
  if (kind === "reseller") return undefined;
  const [row] = await ctx.db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, id));
  return row?.name;
}

/**
 * Returns what the acting helper may still spend today, in minor units; null without a limit, and for a
 * helper from whom costs are hidden: a purchase lowers it by its price.
 */
export async function getLeftToday(ctx: Ctx): Promise<Minor | null> {
  const seller = requireReseller(ctx, "sell");
  if (seller.kind === "reseller" || isCostHidden(ctx)) return null;
  const spent = spentBy({ resellerId: sql`${helpers.resellerId}`, helperId: sql`${helpers.id}` });
  const [row] = await ctx.db
    .select({ left: sql`greatest(${helpers.dailyLimit} - ${spent}, 0)`.mapWith(helpers.dailyLimit) })
    .from(helpers)
    .where(sql`${eq(helpers.id, seller.helperId)} and ${helpers.dailyLimit} is not null`);
  return row?.left ?? null;
}
