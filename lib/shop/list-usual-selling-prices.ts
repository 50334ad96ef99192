import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { toPlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { getLastSellingPrices } from "#lib/purchase/selling-price";
import { loadShop } from "./get-shop.ts";
import { getSellingPrice } from "./selling-price.ts";

/**
 * Returns the usual selling price of each plan of the acting reseller:
 * of the last order, or of a shop that isn't closed.
 */
export async function listUsualSellingPrices(ctx: Ctx): Promise<Map<number, Minor>> {
  const { id, level } = requireReseller(ctx, "sell");
  const [shop, catalogue, lately] = await Promise.all([
    loadShop(ctx, { resellerId: id }),
    getCatalogue(ctx),
    getLastSellingPrices(ctx),
  ]);
  if (!shop || shop.closed) return lately;
  const plans = [...catalogue.plans.values()].flatMap((plan) => toPlanView(plan, level) ?? []);
  return new Map([...lately, ...plans.map((plan) => [plan.id, getSellingPrice(plan, shop.policy)] as const)]);
}
