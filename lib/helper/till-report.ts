import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireReseller } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { isRefunded } from "#lib/core/purchase-state";
import { int, minor, readRows } from "#lib/core/read-rows";

/** Sales of one person on one day, without what failed or was reversed. Money in minor units. */
export type TillRow = z.output<typeof TillRow>;

const TillRow = z.object({
  /** Null is the reseller. */
  helperId: int.nullable(),
  name: z.string(),
  sales: int,
  /** The sum of the selling prices. */
  cash: minor,
  /** Sales without a selling price, which `cash` leaves out. */
  unpriced: int,
});

/**
 * Returns what each person sold on the buy page on a day, the reseller first: a helper gets their own sales only.
 * Online orders, batches and the API bring no cash to the till.
 */
export async function getTill(ctx: Ctx, { day }: { day: string }): Promise<TillRow[]> {
  const seller = requireReseller(ctx, "sell");
  const ofSeller = seller.kind === "helper" ? sql`and p.helper_id = ${seller.helperId}` : sql``;
  return readRows(ctx.db, TillRow)`
    select sold.*, a.name
    from (
      select p.helper_id, count(*) as sales, coalesce(sum(p.selling_price), 0) as cash,
        count(*) filter (where p.selling_price is null) as unpriced
      from purchases p
      where p.reseller_id = ${seller.id} ${ofSeller} and p.channel = 'web' and not ${isRefunded(sql`p.state`)}
        and ${sql.join(buildDayConditions(sql`p.placed_at`, { from: day, to: day }), sql` and `)}
      group by p.helper_id
    ) sold
    join accounts a on a.id = coalesce(sold.helper_id, ${seller.id})
    order by sold.helper_id nulls first`;
}
