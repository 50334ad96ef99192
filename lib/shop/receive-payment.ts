import { sql } from "drizzle-orm";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";

/**
 * Writes down that the money of an order is with the shop; once, however often it is said. Today the shop
 * itself says so; a payment gateway's verified notice would call this with its own name as the actor.
 * Rights are the caller's: it has found the order as the reseller's own.
 * @throws conflict when the money was given back.
 */
export async function receivePayment(ctx: Ctx, order: { id: number; resellerId: number }): Promise<void> {
  const [was] = await ctx.db.execute<{ payment: string }>(sql`
    with before as (select id, payment from orders where id = ${order.id} for update)
    update orders set payment = 'received', paid_at = now(), changed_at = now(), reason = null
    from before where orders.id = before.id and before.payment in ('awaiting', 'expired', 'refused')
    returning before.payment`);
  if (was) {
    return record(ctx, {
      action: "order.paid",
      subject: "order",
      subjectId: order.id,
      resellerId: order.resellerId,
      before: { payment: was.payment },
      after: { payment: "received" },
    });
  }
  const [now] = await ctx.db.execute<{ payment: string }>(
    sql`select payment from orders where id = ${order.id}`,
  );
  if (now?.payment !== "received")
    throw new PortalError("conflict", "The money of this order was given back. Nothing was delivered.");
}
