import { sql } from "drizzle-orm";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { type Ctx, requireReseller } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import type { Minor } from "#lib/core/money/money";

/** Delivered purchases of one plan at one selling price. Money in minor units. */
export interface SellingPriceGroupView {
  planId: number;
  plan: string;
  /** Null without a selling price. */
  sellingPrice: Minor | null;
  count: number;
  /** The reseller's price of the newest of them. */
  price: Minor;
}

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
    ctx.db.execute<{ plan_id: number; selling_price: string | null; count: string; price: string }>(sql`
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
      order by selling_price is not null, sum(selling_price - price), count desc, plan_id`),
    getCatalogue(ctx),
  ]);
  return rows.map(({ plan_id: planId, selling_price: sellingPrice, count, price }) => {
    const plan = plans.get(planId);
    return {
      planId,
      plan: plan ? formatPlanLabel(plan) : `Plan ${planId}`,
      sellingPrice: sellingPrice === null ? null : BigInt(sellingPrice),
      count: Number(count),
      price: BigInt(price),
    };
  });
}
