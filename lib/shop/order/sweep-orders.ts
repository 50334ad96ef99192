import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { selectPurchaseOutcomes } from "#lib/purchase/read/purchase-outcomes";

/** Retention of a customer's details on an order that was never paid. */
const UNPAID_RETENTION = "7 days";

const BATCH_SIZE = 5_000;

/**
 * Expires orders after their payment window, deletes the number, name and email from orders that stayed
 * unpaid for `UNPAID_RETENTION`, marks delivered orders, and deletes expired limits.
 * @returns the numbers of expired and of erased orders.
 */
export async function sweepOrders(ctx: Ctx): Promise<{ expired: number; forgotten: number }> {
  requireSystem(ctx);
  const expired = await ctx.db.execute(sql`
    update orders set payment = 'expired', changed_at = now()
    where payment = 'awaiting' and pay_by <= now() returning 1`);
  const forgotten = await ctx.db.execute(sql`
    update orders set phone = null, customer_name = null, customer_email = null
    where payment in ('rejected', 'expired') and phone is not null
      and changed_at <= now() - ${UNPAID_RETENTION}::interval returning 1`);
  await ctx.db.execute(sql`
    with delivered as (
      select o.id
      from orders o
      join (${selectPurchaseOutcomes()}) p on p.id = o.purchase_id
      where o.payment = 'received' and (o.delivered_ref = o.delivery_ref) is not true
        and p.state = 'successful'
      limit ${BATCH_SIZE}
      for update of o skip locked
    )
    update orders
    set delivered_ref = delivery_ref
    from delivered
    where orders.id = delivered.id`);
  await ctx.db.execute(sql`delete from order_limits where bucket in (
    select bucket from order_limits where until <= now() for update skip locked)`);
  return { expired: expired.length, forgotten: forgotten.length };
}
