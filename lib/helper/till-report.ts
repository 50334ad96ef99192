import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { isRefunded } from "#lib/core/purchase-state";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";

/** Sales of one person, or of a channel where no person sells, on one day. Money in minor units. */
export type TillRow = z.output<typeof TillRow>;

const TillRow = z.object({
  /** Null where a person sold. */
  channel: textOf<"shop" | "api" | "schedule">().nullable(),
  /** Null is the reseller, or a channel. */
  helperId: int.nullable(),
  name: z.string(),
  sales: int,
  /** The sum of the selling prices. */
  cash: minor,
  /** The part of it that customers of the shop paid online, which never was in the till. */
  online: minor,
  /** Sales without a selling price, which `cash` leaves out. */
  unpriced: int,
});

/** The channel of a purchase `p`, null for a person: a batch belongs to the one who started it. */
const CHANNEL = sql`case
  when p.channel in ('shop', 'api') then p.channel
  when p.namespace = 'schedule' then 'schedule' end`;

/** Whether a purchase `p` is of an order paid online; one in the credit book is still to be paid. */
const IS_PAID_ONLINE = sql`(p.channel = 'shop'
  and exists (
    select from orders o join payments y on y.order_id = o.id where o.purchase_id = p.id and y.state = 'paid')
  and not exists (select from credit_sales s where s.purchase_id = p.id and s.undone_at is null))`;

/**
 * Returns a day's delivered sales: those of each person, the reseller first, then those of each channel.
 * A helper gets their own alone, with those in progress: their customers have paid.
 */
export async function getTill(ctx: Ctx, { day }: { day: string }): Promise<TillRow[]> {
  const seller = requireReseller(ctx, "sell");
  const counted =
    seller.kind === "helper"
      ? sql`p.helper_id = ${seller.helperId} and ${CHANNEL} is null and not ${isRefunded(sql`p.state`)}`
      : sql`p.ending = 'delivered'`;
  return readRows(ctx.db, TillRow)`
    select sold.*, case channel
      when 'shop' then 'Shop' when 'api' then 'API' when 'schedule' then 'Schedules' else a.name end as name
    from (
      select ${CHANNEL} as channel, case when ${CHANNEL} is null then p.helper_id end as helper_id,
        count(*) as sales, coalesce(sum(p.selling_price), 0) as cash,
        coalesce(sum(p.selling_price) filter (where ${IS_PAID_ONLINE}), 0) as online,
        count(*) filter (where p.selling_price is null) as unpriced
      from purchases p
      where p.reseller_id = ${seller.id} and ${counted}
        and ${sql.join(buildDayConditions(sql`p.placed_at`, { from: day, to: day }), sql` and `)}
      group by 1, 2
    ) sold
    join accounts a on a.id = coalesce(sold.helper_id, ${seller.id})
    order by sold.channel nulls first, sold.helper_id nulls first`;
}
