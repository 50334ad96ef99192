import { sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { type Ctx, requireReseller } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import { int, minor, readRows } from "#lib/core/read-rows";

const PriceGroup = z.object({
  planId: int,
  /** Null without a selling price. */
  sellingPrice: minor.nullable(),
  count: int,
  /** The reseller's price of the newest of them. */
  price: minor,
});

/** Delivered purchases of one plan at one selling price. Money in minor units. */
export type SellingPriceGroupView = z.output<typeof PriceGroup> & { plan: string };

/**
 * Lists what customers paid for the acting reseller's newest 5,000 delivered purchases of some days, by
 * plan: those without a selling price first, then the greatest losses. Prices of shop orders can't be
 * changed and are left out.
 */
export async function listSellingPriceGroups(
  ctx: Ctx,
  days: { from: string; to: string },
): Promise<SellingPriceGroupView[]> {
  const { id } = requireReseller(ctx);
  const [rows, { plans }] = await Promise.all([
    readRows(ctx.db, PriceGroup)`
      select plan_id, selling_price, count(*) as count, (array_agg(price order by id desc))[1] as price
      from (
        select id, plan_id, selling_price, price
        from purchases
        where reseller_id = ${id} and ending = 'delivered' and (channel <> 'shop' or selling_price is null)
          and ${sql.join(buildDayConditions(sql`placed_at`, days), sql` and `)}
        order by id desc
        limit 5000
      ) newest
      group by plan_id, selling_price
      order by selling_price is not null, sum(selling_price - price), count desc, plan_id`,
    getCatalogue(ctx),
  ]);
  return rows.map((group) => {
    const plan = plans.get(group.planId);
    return { ...group, plan: plan ? formatPlanLabel(plan) : `Plan ${group.planId}` };
  });
}
