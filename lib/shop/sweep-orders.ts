import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { outcomes } from "#lib/purchase/read/outcomes";

/** How long what a customer typed stays with an order that was never paid. */
const KEPT_UNPAID = "7 days";

/** As many orders as one run marks. */
const AT_ONCE = 5_000;

/**
 * Lets orders expire whose time to pay is over, deletes the number, name and e-mail from orders that stayed
 * unpaid for `KEPT_UNPAID`, marks those that were delivered, and forgets limits that count no more.
 * @returns how many expired and were forgotten.
 */
export async function sweepOrders(ctx: Ctx): Promise<{ expired: number; forgotten: number }> {
  requireSystem(ctx);
  const expired = await ctx.db.execute(sql`
    update orders set payment = 'expired', changed_at = now()
    where payment = 'awaiting' and pay_by <= now() returning 1`);
  const forgotten = await ctx.db.execute(sql`
    update orders set phone = null, customer_name = null, customer_email = null
    where payment in ('refused', 'expired') and phone is not null
      and changed_at <= now() - ${KEPT_UNPAID}::interval returning 1`);
  await ctx.db.execute(sql`
    with delivered as (
      select o.id from orders o join (${outcomes()}) p on p.id = o.purchase_id
      where o.payment = 'received' and (o.delivered_ref = o.delivery_ref) is not true and p.state = 'successful'
      limit ${AT_ONCE} for update of o skip locked
    )
    update orders set delivered_ref = delivery_ref from delivered where orders.id = delivered.id`);
  await ctx.db.execute(sql`delete from order_limits where bucket in (
    select bucket from order_limits where until <= now() for update skip locked)`);
  return { expired: expired.length, forgotten: forgotten.length };
}
