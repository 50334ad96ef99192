import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { toPlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { getSellingPrice } from "#lib/core/price-list/selling-price";
import { type Audience, type PriceList, StoredPriceList } from "#lib/core/price-list/stored-price-list";
import { parseRows } from "#lib/core/read-rows";

/** Selects the price list of a reseller as JSON, for `StoredPriceList`; null before they made one. */
export const selectPriceList = (resellerId: SQL, audience: Audience = "customers"): SQL =>
  sql`price_list(${resellerId}, ${audience})`;

/** Finds a reseller's price list; undefined before they made one. Rights are the caller's. */
export async function findPriceList(
  ctx: Ctx,
  resellerId: number,
  audience: Audience = "customers",
): Promise<PriceList | undefined> {
  const [row] = parseRows(PriceListRow, await priceListQuery(ctx.db, { resellerId, audience }));
  return row?.list ?? undefined;
}

const PriceListRow = z.object({ list: StoredPriceList.nullable() });

/** Prepared: runs with each view of Buy and each review of a purchase. */
const priceListQuery = prepareQuery<{ resellerId: number; audience: Audience }>(
  ({ resellerId, audience }) => sql`select price_list(${resellerId}::bigint, ${audience}) as list`,
);

/** Selects whether a reseller chose what they add to their prices. */
export const hasPriceList = (resellerId: SQL): SQL =>
  sql`exists (select from price_lists where reseller_id = ${resellerId} and audience = 'customers')`;

/**
 * Returns the selling price of each plan that the acting reseller can buy, in minor units; none before they
 * made a price list.
 */
export async function listSellingPrices(ctx: Ctx): Promise<Map<number, Minor>> {
  const seller = requireReseller(ctx, "sell");
  const [list, catalogue] = await Promise.all([findPriceList(ctx, seller.id), getCatalogue(ctx)]);
  if (!list) return new Map();
  const plans = [...catalogue.plans.values()].flatMap(
    (plan) => toPlanView(plan, getPriceTerms(seller)) ?? [],
  );
  return new Map(plans.map((plan) => [plan.id, getSellingPrice(plan, list.policy)]));
}
