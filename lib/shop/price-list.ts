import { current } from "#lib/catalogue/current";
import { inNaturalOrder } from "#lib/catalogue/natural-order";
import { planView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { loadShop } from "./get-shop.ts";
import { type RetailRule, retailPrice, ruleFor } from "./retail.ts";

/** A plan in the owner's price list. Money in minor units. */
export interface RetailView {
  planId: number;
  networkId: number;
  networkName: string;
  typeName: string;
  size: string;
  volume: string;
  validity: string;
  /** What the reseller pays. */
  price: Minor;
  /** What a customer pays, and what is left of it: below zero is a loss. */
  retail: Minor;
  profit: Minor;
  /** The price is set for this plan alone. */
  own: boolean;
  hidden: boolean;
  /** The rule that its price comes from, if one. */
  ruleId: number | null;
}

export interface PriceListView {
  plans: RetailView[];
  rules: (RetailRule & { id: number })[];
  rounding: Minor;
  networks: { id: number; name: string }[];
  types: string[];
}

/** What the acting reseller's shop charges for everything they can buy, and what they earn with it. */
export async function priceList(ctx: Ctx): Promise<PriceListView> {
  const { id, level } = requireReseller(ctx);
  const [shop, catalogue] = await Promise.all([loadShop(ctx, { resellerId: id }), current(ctx)]);
  if (!shop) throw notFound("shop");
  const { policy, rules, hidden } = shop;
  const buyable = [...catalogue.plans.values()].flatMap((plan) => planView(plan, level) ?? []);
  const plans = inNaturalOrder(buyable).map((plan): RetailView => {
    const { networkId, networkName, typeName, size, volume, validity, price } = plan;
    const retail = retailPrice(plan, policy);
    const own = policy.own.has(plan.id);
    const rule = own ? undefined : rules.find((one) => one === ruleFor(plan, rules));
    return {
      planId: plan.id,
      ...{ networkId, networkName, typeName, size, volume, validity, price, retail, own },
      profit: retail - price,
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
