import { expect, it } from "vitest";
import { applyCatalogueSettings } from "#lib/catalogue/apply-catalogue-settings";
import type { ListedPlan, Plan } from "#lib/catalogue/catalogue";
import type { CatalogueSettings } from "#lib/catalogue/catalogue-settings";
import { getLevelPrice, getLevelQuote } from "./price.ts";

const listed: ListedPlan = {
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
  listedBy: 1,
  ownCost: 28_500n,
  ownOpen: true,
  otherCost: null,
  doubt: null,
  confirmedCost: null,
};

const settings: CatalogueSettings = {
  pricesFollow: "main",
  mainOn: true,
  rules: [],
  switches: [],
  plans: new Map(),
  pauses: new Map(),
};

function sell(change: Partial<ListedPlan> = {}, set: Partial<CatalogueSettings> = {}): Plan {
  const listing = { version: 1, changedAt: new Date(0), networks: [], types: [] };
  const plans = new Map([[1, { ...listed, ...change }]]);
  const plan = applyCatalogueSettings({ ...listing, plans }, { ...settings, ...set }).plans.get(1);
  if (!plan) throw new Error("the plan is missing");
  return plan;
}

const plan = sell();

it("returns the level's price, and the cost of the operator's level", () => {
  const { smart_earner, affiliate, top_user, api } = plan.amounts;
  const levels = ["smart_earner", "affiliate", "top_user", "api"] as const;
  expect(levels.map((level) => getLevelPrice(plan, level))).toEqual([smart_earner, affiliate, top_user, api]);
  expect(plan.cost).toBe(28_500n);
});

it.each([
  ["the plan is off", { active: false, ownOpen: false }],
  ["its type is off", { typeActive: false, ownOpen: false }],
  ["its network is off", { networkActive: false, ownOpen: false }],
  ["it vanished", { delistedAt: new Date(), ownOpen: false }],
  ["the level's price is unknown", { amounts: { ...listed.amounts, affiliate: null } }],
  ["the cost is unknown", { ownCost: null, ownOpen: false }],
])("returns no price when %s", (_, change) => {
  expect(getLevelPrice(sell(change), "affiliate")).toBeUndefined();
});

const GONE = { delistedAt: new Date(0), ownOpen: false };
const RULE = {
  id: 1,
  networkId: null,
  typeId: null,
  planId: null,
  level: null,
  kind: "flat",
  value: 700n,
} as const;

it.each<[string, Partial<ListedPlan>, Partial<CatalogueSettings>, bigint, bigint]>([
  ["follow the main supplier beside a dearer one", { otherCost: 29_100n }, {}, 28_500n, 29_500n],
  ["follow the dearest", { otherCost: 29_100n }, { pricesFollow: "dearest" }, 29_100n, 30_100n],
  [
    "follow the main one if it is the dearest",
    { otherCost: 100n },
    { pricesFollow: "dearest" },
    28_500n,
    29_500n,
  ],
  [
    "follow the dearest by a rule",
    { otherCost: 29_100n },
    { pricesFollow: "dearest", rules: [RULE] },
    29_100n,
    29_800n,
  ],
  ["follow another once the main one delists it", { ...GONE, otherCost: 29_100n }, {}, 29_100n, 30_100n],
  ["stay where another is cheaper", { ...GONE, otherCost: 28_000n }, {}, 28_000n, 29_500n],
  ["follow another while the main one is off", { ownOpen: false, otherCost: 28_600n }, {}, 28_600n, 29_600n],
  ["are those listed where only another lists it", { listedBy: 2, ownCost: 29_000n }, {}, 29_000n, 29_500n],
])("prices %s", (_, change, set, cost, price) => {
  const sold = sell(change, set);
  expect([sold.cost, getLevelPrice(sold, "affiliate")]).toEqual([cost, price]);
});

it.each<[string, Partial<ListedPlan>, Partial<CatalogueSettings>]>([
  ["gone", GONE, {}],
  ["inactive", { active: false, ownOpen: false }, {}],
  ["inactive", { ownOpen: false }, {}],
  ["inactive", { listedBy: 2, ownOpen: false }, {}],
  ["below_cost", { listedBy: 2, ownCost: 29_600n }, {}],
])("isn't sold when it is %s and no other supplier delivers it", (reason, change, set) => {
  expect(getLevelQuote(sell(change, set), "affiliate").reason).toBe(reason);
});
