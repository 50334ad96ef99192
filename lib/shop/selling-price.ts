import { z } from "zod";
import { type Markup, parsePercent } from "#lib/core/money/markup";
import { type Minor, parseMoney } from "#lib/core/money/money";

/** A markup on every plan in its scope; a field that is null doesn't narrow it. */
export interface SellingPriceRule extends Markup {
  networkId: number | null;
  /** A type's name in any case, on any network unless `networkId` is set. */
  typeName: string | null;
  planId: number | null;
}

export interface SellingPricePolicy {
  rules: readonly SellingPriceRule[];
  /** Prices of single plans that no rule touches, by plan. */
  own: ReadonlyMap<number, Minor>;
  /** Prices by rule are rounded up to a multiple of this many minor units. */
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
 * Returns the customer's price of a plan, in minor units: the plan's own price, or the reseller's
 * price with the markup of the narrowest rule (plan, then network and type, then type, then
 * network, then all), rounded up.
 */
export function getSellingPrice(plan: PricedPlan, { rules, own, rounding }: SellingPricePolicy): Minor {
  const set = own.get(plan.id);
  if (set !== undefined) return set;
  return roundUp(plan.price + calculateMarkup(plan.price, findSellingPriceRule(plan, rules)), rounding);
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

/** Parses a typed per cent into hundredths of a per cent, up to 1,000 %. */
export function parseMarkupPercent(text: string, check: z.RefinementCtx): bigint {
  const value = parsePercent(text.trim());
  if (value !== undefined && value <= 100_000n) return value;
  check.addIssue({ code: "custom", message: "Enter a percentage, such as 10 or 12.5.", path: ["value"] });
  return z.NEVER;
}

/** Parses a typed markup in money into minor units. */
export function parseMarkupAmount(text: string, check: z.RefinementCtx): bigint {
  const value = parseMoney(text);
  if (value !== undefined && value >= 0n && value <= 1_000_000_00n) return value;
  check.addIssue({ code: "custom", message: "Enter an amount, such as 50.", path: ["value"] });
  return z.NEVER;
}
