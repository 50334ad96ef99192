import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/**
 * Locks a reseller and their wallet, before one of their orders: buying locks both in this order, and a
 * purchase that ends holds the wallet when its triggers change the order.
 */
export async function lockSeller(ctx: Ctx, resellerId: number): Promise<void> {
  await ctx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
  await ctx.db.execute(sql`select from wallets where reseller_id = ${resellerId} for no key update`);
}
