import { and, eq } from "drizzle-orm";
import { orders } from "#db/schema/shop";
import { type Ctx, requireReseller } from "#lib/core/context";

/** How many orders of the acting reseller's shop nobody has answered yet. Asked with every page, so from one small index. */
export async function countNewOrders(ctx: Ctx): Promise<number> {
  const { id } = requireReseller(ctx);
  return ctx.db.$count(orders, and(eq(orders.resellerId, id), eq(orders.payment, "awaiting")));
}
