import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { minor, readRows } from "#lib/core/read-rows";

/** The reseller's proceeds of an order's online payment: less the provider's fee, if they bear it. */
const selectProceeds = (orderId: number): SQL => sql`
  select coalesce(t.credited, t.gross - coalesce(t.fee, 0)) as proceeds
  from payments y join provider_transactions t on t.payment_id = y.id and t.state in ('credited', 'direct')
  where y.order_id = ${orderId} and y.state = 'paid'`;

/** Returns the proceeds in minor units; 0 for an order that wasn't paid online. */
export async function getOrderProceeds(ctx: Ctx, orderId: number): Promise<Minor> {
  const [paid] = await readRows(ctx.db, z.object({ proceeds: minor }))`${selectProceeds(orderId)}`;
  return paid?.proceeds ?? 0n;
}

/**
 * Records the fee of an order's online payment with its purchase,
 * so that the profit is the money the reseller keeps.
 */
export async function recordPaymentFee(ctx: Ctx, order: { id: number; price: Minor }, purchaseId: number) {
  await ctx.db.execute(sql`
    update purchases set payment_fee = ${order.price} - paid.proceeds from (${selectProceeds(order.id)}) paid
    where purchases.id = ${purchaseId} and paid.proceeds < ${order.price}`);
}
