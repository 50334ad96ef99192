import { agentSettings } from "#lib/account/reseller/agent-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { ListPlansInput, listPlans, type PlanListView } from "#lib/catalogue/list-plans";
import type { PlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { getAgentPrice } from "#lib/core/price-list/agent-terms";
import {
  findSellingPriceRule,
  getSellingPrice,
  type SellingPriceRule,
} from "#lib/core/price-list/selling-price";
import type { Audience, PriceList } from "#lib/core/price-list/stored-price-list";
import { findPriceList } from "./read-price-list.ts";

/** A plan in the owner's price list. Money in minor units. */
export interface PricedPlanView extends PlanView {
  /** The customer's price, and the reseller's gain from it: negative is a loss. Null without a price list. */
  sellingPrice: Minor | null;
  gain: Minor | null;
  /** The rule of this plan alone; null where a wider one applies. */
  rule: SellingPriceRule | null;
  hidden: boolean;
}

export interface PriceListView extends Omit<PlanListView, "plans"> {
  plans: PricedPlanView[];
  /** The same of all plans, whatever the filters. */
  all: PricedPlanView[];
  /** The rules, the first one first, and the rounding in minor units; null before the reseller made a list. */
  list: PriceList["policy"] | null;
}

/**
 * Returns the plans that the acting reseller can buy with the prices of their customers, or of their agents: within
 * the operator's bound. `min` and `max` filter by what these pay.
 */
export async function getPriceList(
  ctx: Ctx,
  input: ListPlansInput = {},
  audience: Audience = "customers",
): Promise<PriceListView> {
  const { id } = requireReseller(ctx);
  const { min, max, ...filter } = ListPlansInput.parse(input);
  const [view, everything, list, { margin }] = await Promise.all([
    listPlans(ctx, filter),
    listPlans(ctx, {}),
    findPriceList(ctx, id, audience),
    readSettings(ctx, agentSettings),
  ]);
  const most = audience === "agents" ? margin : undefined;
  const price = ({ plans }: PlanListView) => plans.map((plan) => pricePlan(plan, list, most));
  const isWithin = ({ price, sellingPrice }: PricedPlanView) => {
    const paid = sellingPrice ?? price;
    return (min === undefined || paid >= min) && (max === undefined || paid <= max);
  };
  return { ...view, plans: price(view).filter(isWithin), all: price(everything), list: list?.policy ?? null };
}

/** @param most the bound of prices for agents */
function pricePlan(plan: PlanView, list: PriceList | undefined, most: number | undefined): PricedPlanView {
  if (!list) return { ...plan, sellingPrice: null, gain: null, rule: null, hidden: false };
  const sellingPrice =
    most === undefined
      ? getSellingPrice(plan, list.policy)
      : getAgentPrice(plan, { policy: list.policy, most });
  const rule = findSellingPriceRule(plan, list.policy.rules);
  return {
    ...plan,
    sellingPrice,
    gain: sellingPrice - plan.price,
    rule: rule?.planId === plan.id ? rule : null,
    hidden: list.hidden.has(plan.id),
  };
}
