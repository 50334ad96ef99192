import { expect, it } from "vitest";
import type { PriceRule } from "#lib/catalogue/catalogue-settings";
import { applyMarkup, findPriceRule } from "./price-rule.ts";
import { formatMarkup, MarkupInput, parseMarkup } from "./price-rule-input.ts";

const plan = { id: 7, networkId: 1, typeId: 4 };
const rule = (id: number, scope: Partial<PriceRule>): PriceRule => ({
  id,
  networkId: null,
  typeId: null,
  planId: null,
  level: null,
  kind: "flat",
  value: 1n,
  ...scope,
});
/** From the widest to the narrowest. */
const ORDERED = [
  rule(1, {}),
  rule(2, { level: "api" }),
  rule(3, { networkId: 1 }),
  rule(4, { networkId: 1, level: "api" }),
  rule(5, { networkId: 1, typeId: 4 }),
  rule(6, { networkId: 1, typeId: 4, level: "api" }),
  rule(7, { planId: 7 }),
  rule(8, { planId: 7, level: "api" }),
];

it("finds the narrowest rule in any order", () => {
  for (let count = 1; count <= ORDERED.length; count++) {
    const some = ORDERED.slice(0, count);
    expect(findPriceRule(plan, "api", some)?.id).toBe(count);
    expect(findPriceRule(plan, "api", [...some].reverse())?.id).toBe(count);
  }
});

it("ignores rules of another level, network, type or plan", () => {
  const unrelated = [
    rule(1, { level: "affiliate" }),
    rule(2, { networkId: 2 }),
    rule(3, { networkId: 1, typeId: 5 }),
    rule(4, { networkId: 2, typeId: 4 }),
    rule(5, { planId: 8 }),
  ];
  expect(findPriceRule(plan, "api", unrelated)).toBeUndefined();
});

it.each([
  ["flat", "12.50", 28_500n, 29_750n, "+₦12.50"],
  ["flat", "-5", 28_500n, 28_000n, "−₦5"],
  ["percent", "5", 28_500n, 29_925n, "+5%"],
  ["percent", "2.5%", 28_501n, 29_214n, "+2.5%"],
  ["percent", "-0.01", 30_000n, 29_997n, "−0.01%"],
  ["percent", "10", 1n, 2n, "+10%"],
] as const)("adds %s %s to the cost, rounded up", (kind, value, cost, price, text) => {
  const markup = parseMarkup(MarkupInput.parse({ kind, value }));
  expect([applyMarkup(cost, markup), formatMarkup(markup)]).toEqual([price, text]);
});

it.each([
  ["flat", "₦5"],
  ["flat", "1.234"],
  ["percent", "5.001"],
  ["percent", "901"],
  ["percent", "x"],
] as const)("rejects %s %s", (kind, value) => {
  expect(() => parseMarkup({ kind, value })).toThrow(expect.objectContaining({ code: "invalid" }));
});
