import { describe, expect, it } from "vitest";
import type { PlanListView } from "#lib/catalogue/list";
import type { PlanView } from "#lib/catalogue/plan-view";
import { activeFilters, typeOptions } from "./filter-options.ts";
import { groupPlans } from "./groups.ts";

const plan = (id: number, networkId: number, typeId: number) =>
  ({ id, networkId, typeId, networkName: `Network ${networkId}`, typeName: `Type ${typeId}` }) as PlanView;

const types = [
  { id: 1, networkId: 1, name: "SME" },
  { id: 1, networkId: 2, name: "Awoof" },
  { id: 2, networkId: 1, name: "Gifting" },
];
const view = { types } as PlanListView;

describe("the price list", () => {
  it("keeps types of different networks apart, though they share an id", () => {
    const groups = groupPlans([plan(1, 1, 1), plan(2, 1, 1), plan(3, 2, 1)]);
    expect(groups.map(({ plans }) => plans.map(({ id }) => id))).toEqual([[1, 2], [3]]);
  });

  it("offers the types of the chosen network alone", () => {
    expect(typeOptions(view, 2)).toEqual([{ value: "1", label: "Awoof" }]);
  });

  it("offers an id that several networks use once, with all its names", () => {
    expect(typeOptions(view, undefined)).toEqual([
      { value: "1", label: "SME, Awoof" },
      { value: "2", label: "Gifting" },
    ]);
  });

  it("says each filter that is on, with the address without it", () => {
    const query = { network: "1", words: "1gb", max: "900" };
    expect(activeFilters(query, { network: 1, words: "1gb", max: 90_000n }, view)).toEqual([
      { label: "“1gb”", without: "/plans?network=1&max=900" },
      { label: "Up to ₦900.00", without: "/plans?network=1&words=1gb" },
    ]);
  });

  it("names a type as the chosen network names it", () => {
    const [filter] = activeFilters({ network: "2", type: "1" }, { network: 2, type: 1 }, view);
    expect(filter?.label).toBe("Awoof");
  });
});
