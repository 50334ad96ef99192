import type { Markup } from "#lib/core/money/markup";
import type { Minor } from "#lib/core/money/money";

/** In minor units; a higher one is taken for a typing error. */
export const MAX_SELLING_PRICE = 100_000_000n;

/** The pricing of every plan in its scope; a field that is null doesn't narrow it. */
export interface SellingPriceRule {
  networkId: number | null;
  /** A type's name in any case, on any network unless `networkId` is set. */
  typeName: string | null;
  planId: number | null;
  /** A markup on the reseller's price, or the customer's price of one plan. */
  kind: Markup["kind"] | "fixed";
  /** As in a `Markup`; minor units of a fixed price. */
  value: bigint;
}

export interface SellingPricePolicy {
  rules: readonly SellingPriceRule[];
  /** Prices by a markup are rounded up to a multiple of this many minor units. */
  rounding: Minor;
}

export interface PricedPlan {
  id: number;
  networkId: number;
  typeName: string;
  /** The reseller's price, in minor units. */
  price: Minor;
}

/**
 * Returns the customer's price of a plan, in minor units, by the narrowest rule (plan, then network and type,
 * then type, then network, then all): its fixed price, or the reseller's price with the markup, rounded up.
 */
export function getSellingPrice(plan: PricedPlan, { rules, rounding }: SellingPricePolicy): Minor {
  const rule = findSellingPriceRule(plan, rules);
  if (rule?.kind === "fixed") return rule.value;
  return roundUp(plan.price + calculateMarkup(plan.price, rule), rounding);
}

/** Returns the narrowest rule that applies to a plan. */
export function findSellingPriceRule(
  plan: PricedPlan,
  rules: readonly SellingPriceRule[],
): SellingPriceRule | undefined {
  return rules
    .filter((rule) => isRuleApplicable(rule, plan))
    .reduce<SellingPriceRule | undefined>(
      (best, rule) => (best && ruleSpecificity(best) >= ruleSpecificity(rule) ? best : rule),
      undefined,
    );
}

function isRuleApplicable(rule: SellingPriceRule, plan: PricedPlan): boolean {
  return (
    (rule.planId === null || rule.planId === plan.id) &&
    (rule.networkId === null || rule.networkId === plan.networkId) &&
    (rule.typeName === null || isSameType(rule.typeName, plan.typeName))
  );
}

function ruleSpecificity(rule: SellingPriceRule): number {
  return (
    Number(rule.planId !== null) * 4 + Number(rule.typeName !== null) * 2 + Number(rule.networkId !== null)
  );
}

function calculateMarkup(price: Minor, rule: SellingPriceRule | undefined): Minor {
  if (!rule) return 0n;
  return rule.kind === "flat" ? rule.value : (price * rule.value + 5_000n) / 10_000n;
}

function roundUp(amount: Minor, step: Minor): Minor {
  const over = amount % step;
  return over === 0n ? amount : amount + step - over;
}

const isSameType = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
