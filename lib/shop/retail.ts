import { z } from "zod";
import { type Markup, parsePercent } from "#lib/core/markup";
import { type Minor, parseMoney } from "#lib/core/money";

/** A markup on every plan in its scope; what is null does not narrow it. */
export interface RetailRule extends Markup {
  networkId: number | null;
  /** A type's name, however it is written, on any network unless `networkId` says which. */
  typeName: string | null;
  planId: number | null;
}

/** How a shop sets its prices. */
export interface RetailPolicy {
  rules: readonly RetailRule[];
  /** Prices of single plans that no rule touches, by plan. */
  own: ReadonlyMap<number, Minor>;
  /** Prices by rule are rounded up to a multiple of this many minor units. */
  rounding: Minor;
}

export interface Priced {
  id: number;
  networkId: number;
  typeName: string;
  /** What the reseller pays, in minor units. */
  price: Minor;
}

/**
 * What a customer pays for a plan, in minor units: the plan's own price, or the reseller's price with the
 * markup of the narrowest rule (plan, then network and type, then type, then network, then all), rounded up.
 */
export function retailPrice(plan: Priced, { rules, own, rounding }: RetailPolicy): Minor {
  const set = own.get(plan.id);
  if (set !== undefined) return set;
  return roundUp(plan.price + markup(plan.price, ruleFor(plan, rules)), rounding);
}

/** The narrowest rule that holds for a plan. */
export function ruleFor(plan: Priced, rules: readonly RetailRule[]): RetailRule | undefined {
  return rules
    .filter((rule) => covers(rule, plan))
    .reduce<RetailRule | undefined>(
      (best, rule) => (best && narrowness(best) >= narrowness(rule) ? best : rule),
      undefined,
    );
}

function covers(rule: RetailRule, plan: Priced): boolean {
  return (
    (rule.planId === null || rule.planId === plan.id) &&
    (rule.networkId === null || rule.networkId === plan.networkId) &&
    (rule.typeName === null || sameType(rule.typeName, plan.typeName))
  );
}

function narrowness(rule: RetailRule): number {
  return (
    Number(rule.planId !== null) * 4 + Number(rule.typeName !== null) * 2 + Number(rule.networkId !== null)
  );
}

function markup(price: Minor, rule: RetailRule | undefined): Minor {
  if (!rule) return 0n;
  return rule.kind === "flat" ? rule.value : (price * rule.value + 5_000n) / 10_000n;
}

function roundUp(amount: Minor, step: Minor): Minor {
  const over = amount % step;
  return over === 0n ? amount : amount + step - over;
}

const sameType = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Per cent as typed in hundredths of a per cent, up to 1,000 %. */
export function hundredths(text: string, check: z.RefinementCtx): bigint {
  const value = parsePercent(text.trim());
  if (value !== undefined && value <= 100_000n) return value;
  check.addIssue({ code: "custom", message: "Type per cent, such as 10 or 12.5.", path: ["value"] });
  return z.NEVER;
}

/** A markup in money as typed, in minor units. */
export function flat(text: string, check: z.RefinementCtx): bigint {
  const value = parseMoney(text);
  if (value !== undefined && value >= 0n && value <= 1_000_000_00n) return value;
  check.addIssue({ code: "custom", message: "Type an amount, such as 50.", path: ["value"] });
  return z.NEVER;
}
