import { expect, it } from "vitest";
import type { Plan } from "#lib/catalogue/catalogue";
import { getCost, getPrice } from "./price.ts";

const plan: Plan = {
  id: 1,
  networkId: 1,
  networkName: "MTN",
  networkActive: true,
  typeId: 1,
  typeName: "SME",
  typeActive: true,
  size: "1",
  volume: "GB",
  validity: "30 Days",
  validityNormalized: "Monthly",
  amount: 30_000n,
  amounts: { smart_earner: 29_700n, affiliate: 29_500n, top_user: 29_000n, api: 28_500n },
  active: true,
  delistedAt: null,
  name: null,
  hidden: false,
  off: null,
  rules: { smart_earner: null, affiliate: null, top_user: null, api: null },
};

it("returns the level's price, and the cost of the operator's level", () => {
  const { smart_earner, affiliate, top_user, api } = plan.amounts;
  const levels = ["smart_earner", "affiliate", "top_user", "api"] as const;
  expect(levels.map((level) => getPrice(plan, level))).toEqual([smart_earner, affiliate, top_user, api]);
  expect(getCost(plan)).toBe(28_500n);
});

it.each([
  ["the plan is off", { active: false }],
  ["its type is off", { typeActive: false }],
  ["its network is off", { networkActive: false }],
  ["it vanished", { delistedAt: new Date() }],
  ["the level's price is unknown", { amounts: { ...plan.amounts, affiliate: null } }],
  ["the cost is unknown", { amounts: { ...plan.amounts, api: null } }],
])("returns no price when %s", (_, change) => {
  expect(getPrice({ ...plan, ...change }, "affiliate")).toBeUndefined();
});
