import { sql } from "drizzle-orm";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanDetails, formatPlanSize } from "#lib/catalogue/plan-label";
import { getPrice } from "#lib/catalogue/price/price";
import { type Ctx, requireReseller } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import { isUnsettled } from "#lib/core/purchase-state";
import { parsePurchaseRow, purchaseSelectList } from "#lib/purchase/read/purchase-columns";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { getRecencyWeight } from "./recency-weight.ts";

/** Lists what the acting reseller buys again, once per number, most usual first. Money in minor units. */
export async function listRegularPurchases(ctx: Ctx) {
  const seller = requireReseller(ctx);
  const { id } = seller;
  const [rows, catalogue] = await Promise.all([selectRegularPurchases(ctx.db, { id }), getCatalogue(ctx)]);
  return rows.map((row) => ({
    ...toRepeatPurchase(parsePurchaseRow(row), catalogue, getPriceTerms(seller)),
    /** Bought often for this number. */
    usual: row.usual === true,
  }));
}

export type RepeatPurchaseView = Awaited<ReturnType<typeof listRegularPurchases>>[number];

/**
 * Selects the latest purchase of each number and its plan that the reseller buys again: often and
 * recently among the last 300 that weren't part of a batch. None of them has a purchase in progress,
 * which might deliver the same.
 */
const selectRegularPurchases = prepareQuery<{ id: number }>(
  ({ id }) => sql`
    with latest as (
      select
        id, plan_id, phone,
        ${isUnsettled(sql`state`)} as open,
        state = 'successful' and channel <> 'batch' as counts,
        ${getRecencyWeight(sql`placed_at`)} as weight
      from purchases
      where reseller_id = ${hideFromPlanner(id)}
      order by id desc
      limit 300
    ),
    -- The plan of each number that weighs most, unless one is on its way.
    of_number as (
      select distinct on (phone)
        max(id) filter (where counts) as id,
        sum(weight) filter (where counts) as weight,
        count(*) filter (where counts) >= ${USUAL_TIMES} as usual
      from latest
      group by plan_id, phone
      having bool_or(counts) and not bool_or(open)
      order by phone, weight desc, 1 desc
    ),
    regulars as (
      select * from of_number order by weight desc, id desc limit 6
    )
    select ${purchaseSelectList}, regulars.usual
    from regulars
    join purchases p on p.id = regulars.id
    order by regulars.weight desc, p.id desc`,
);

/** A plan bought this often for a number is what its customer usually buys. */
const USUAL_TIMES = sql.raw("3");

/** A purchase to repeat at today's price; null when its plan isn't sold now. */
function toRepeatPurchase(purchase: PurchaseView, catalogue: Catalogue, terms: PriceTerms) {
  const { planId, networkId, networkName, phone, phoneE164 } = purchase;
  const plan = catalogue.plans.get(planId);
  const price = (plan && getPrice(plan, terms)) ?? null;
  const [size, label] = [formatPlanSize(purchase), formatPlanDetails(purchase)];
  return { planId, networkId, networkName, size, label, phone, phoneE164, price };
}
