import type { PlanIdentity } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { sortPlansNaturally } from "#lib/catalogue/natural-order";
import { toPlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { loadShop } from "./get-shop.ts";
import { findSellingPriceRule, getSellingPrice } from "./selling-price.ts";

/** A plan in the owner's price list. Money in minor units. */
export interface SellingPriceView extends PlanIdentity {
  planId: number;
  price: Minor;
  /** The customer's price, and the reseller's profit from it: negative is a loss. */
  sellingPrice: Minor;
  profit: Minor;
  /** The price is set for this plan alone. */
  own: boolean;
  hidden: boolean;
  ruleId: number | null;
}

/** Returns the prices and profits of the acting reseller's shop for all plans that they can buy. */
export async function getPriceList(ctx: Ctx) {
  const { id, level } = requireReseller(ctx);
  const [shop, catalogue] = await Promise.all([loadShop(ctx, { resellerId: id }), getCatalogue(ctx)]);
  if (!shop) throw notFoundError("shop");
  const { policy, rules, hidden } = shop;
  const buyable = [...catalogue.plans.values()].flatMap((plan) => toPlanView(plan, level) ?? []);
  const plans = sortPlansNaturally(buyable).map((plan): SellingPriceView => {
    const { networkId, networkName, typeName, size, volume, validity, price } = plan;
    const sellingPrice = getSellingPrice(plan, policy);
    const hasOwnPrice = policy.own.has(plan.id);
    const rule = hasOwnPrice
      ? undefined
      : rules.find((candidate) => candidate === findSellingPriceRule(plan, rules));
    return {
      planId: plan.id,
      networkId,
      networkName,
      typeName,
      size,
      volume,
      validity,
      price,
      sellingPrice,
      own: hasOwnPrice,
      profit: sellingPrice - price,
      hidden: hidden.has(plan.id),
      ruleId: rule?.id ?? null,
    };
  });
  const networks = new Map(plans.map((plan) => [plan.networkId, plan.networkName]));
  return {
    plans,
    rules,
    rounding: policy.rounding,
    networks: [...networks].map(([networkId, name]) => ({ id: networkId, name })),
    types: [...new Set(plans.map((plan) => plan.typeName))],
  };
}
export type PriceListView = Awaited<ReturnType<typeof getPriceList>>;
