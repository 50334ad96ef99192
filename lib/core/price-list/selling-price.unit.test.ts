import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findSellingPriceRule,
  getSellingPrice,
  type PricedPlan,
  type SellingPriceRule,
} from "./selling-price.ts";

const plan: PricedPlan = { id: 7, networkId: 2, typeName: "SME", price: 28_500n };

function rule(scope: Partial<SellingPriceRule>): SellingPriceRule {
  return { networkId: null, typeName: null, planId: null, kind: "flat", value: 1_000n, ...scope };
}

const anyPrice = fc.bigInt({ min: 1n, max: 100_000_000n });
const anyRounding = fc.constantFrom(1n, 500n, 1_000n, 5_000n);
const anyRule = fc.record<SellingPriceRule>({
  networkId: fc.constantFrom(null, 1, 2),
  typeName: fc.constantFrom(null, "SME", "Gifting"),
  planId: fc.constantFrom(null, 7, 8),
  kind: fc.constantFrom("flat", "percent"),
  value: fc.bigInt({ min: 0n, max: 1_000_000n }),
});

describe("a selling price", () => {
  test("is the reseller's price without rules and rounding", () => {
    expect(getSellingPrice(plan, { rules: [], rounding: 1n })).toBe(28_500n);
  });

  test("adds a flat markup in minor units, and a per cent markup rounded to the nearest of them", () => {
    expect(getSellingPrice(plan, { rules: [rule({ value: 1_550n })], rounding: 1n })).toBe(30_050n);
    const percent = rule({ kind: "percent", value: 1_250n });
    expect(getSellingPrice(plan, { rules: [percent], rounding: 1n })).toBe(32_063n);
  });

  test.each([
    [500n, 30_500n],
    [1_000n, 31_000n],
    [5_000n, 35_000n],
  ])("is rounded up to %s minor units", (rounding, expected) => {
    expect(getSellingPrice(plan, { rules: [rule({ value: 1_510n })], rounding })).toBe(expected);
  });

  test("is used unchanged when set for one plan, with any rules and rounding", () => {
    const fixed = rule({ planId: 7, kind: "fixed", value: 12_345n });
    expect(getSellingPrice(plan, { rules: [rule({}), fixed], rounding: 5_000n })).toBe(12_345n);
  });

  test("by a rule is a multiple of the rounding, and never below the reseller's price", () => {
    fc.assert(
      fc.property(anyPrice, anyRounding, fc.array(anyRule, { maxLength: 8 }), (price, rounding, rules) => {
        const sellingPrice = getSellingPrice({ ...plan, price }, { rules, rounding });
        expect(sellingPrice % rounding).toBe(0n);
        expect(sellingPrice).toBeGreaterThanOrEqual(price);
      }),
    );
  });

  test("never goes down when the reseller's price goes up", () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, anyRounding, fc.array(anyRule), (a, b, rounding, rules) => {
        const at = (price: bigint) => getSellingPrice({ ...plan, price }, { rules, rounding });
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(at(low)).toBeLessThanOrEqual(at(high));
      }),
    );
  });
});

describe("the narrowest rule", () => {
  const all = rule({});
  const network = rule({ networkId: 2 });
  const type = rule({ typeName: "sme " });
  const networkType = rule({ networkId: 2, typeName: "SME" });
  const planRule = rule({ planId: 7 });

  test("wins: plan, network and type, type, network, all", () => {
    const order = [planRule, networkType, type, network, all];
    for (let from = 0; from < order.length; from++) {
      const rules = order.slice(from);
      expect(findSellingPriceRule(plan, rules)).toBe(rules[0]);
      expect(findSellingPriceRule(plan, rules.toReversed())).toBe(rules[0]);
    }
  });

  test("is never one of another plan, network or type", () => {
    expect(
      findSellingPriceRule(plan, [
        rule({ planId: 8 }),
        rule({ networkId: 1 }),
        rule({ typeName: "Gifting" }),
      ]),
    ).toBe(undefined);
    expect(findSellingPriceRule(plan, [rule({ networkId: 1, typeName: "SME" })])).toBe(undefined);
  });

  test("doesn't depend on the order of rules with different scopes", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyRule, { selector: scopeOf }), (rules) => {
        expect(findSellingPriceRule(plan, rules.toReversed())).toBe(findSellingPriceRule(plan, rules));
      }),
    );
  });
});

const scopeOf = ({ networkId, typeName, planId }: SellingPriceRule) => `${networkId} ${typeName} ${planId}`;
