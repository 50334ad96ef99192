import { and, eq, ne } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { shops } from "#db/schema/shop";
import { type Ctx, requireReseller } from "#lib/core/context";

/** Returns what customers know the reseller by: the shop's name and hue, or the account's name without a shop. */
export async function getSeller(ctx: Ctx): Promise<{ name: string; hue: number | null }> {
  const { id } = requireReseller(ctx, "sell");
  const [seller] = await ctx.db
    .select({ account: accounts.name, shop: shops.name, hue: shops.hue })
    .from(accounts)
    .leftJoin(shops, and(eq(shops.resellerId, accounts.id), ne(shops.state, "closed")))
    .where(eq(accounts.id, id));
  return { name: seller?.shop ?? seller?.account ?? "", hue: seller?.hue ?? null };
}
