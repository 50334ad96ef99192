import { describe, expect, it } from "vitest";
import type { PlanListView } from "#lib/catalogue/list-plans";
import type { PlanView } from "#lib/catalogue/plan-view";
import { buildTypeOptions, groupPlans, listActiveFilters } from "./price-list-view.ts";

const plan = (id: number, networkId: number, typeId: number) =>
  ({ id, networkId, typeId, networkName: `Network ${networkId}`, typeName: `Type ${typeId}` }) as PlanView;

const types = [
  { id: 1, networkId: 1, name: "SME" },
  { id: 1, networkId: 2, name: "Awoof" },
  { id: 2, networkId: 1, name: "Gifting" },
];
const view = { types } as PlanListView;

describe("the price list", () => {
  it("separates types of different networks that share an id", () => {
    const groups = groupPlans([plan(1, 1, 1), plan(2, 1, 1), plan(3, 2, 1)]);
    expect(groups.map(({ plans }) => plans.map(({ id }) => id))).toEqual([[1, 2], [3]]);
  });

  it("offers only the types of the chosen network", () => {
    expect(buildTypeOptions(view, 2)).toEqual([{ value: "1", label: "Awoof" }]);
  });

  it("offers an id used by several networks once, with all its names", () => {
    expect(buildTypeOptions(view, undefined)).toEqual([
      { value: "1", label: "SME, Awoof" },
      { value: "2", label: "Gifting" },
    ]);
  });

  it("labels each active filter, with the address without it", () => {
    const query = { network: "1", words: "1gb", max: "900" };
    expect(listActiveFilters("/prices", query, { network: 1, words: "1gb", max: 90_000n }, view)).toEqual([
      { label: "“1gb”", without: "/prices?network=1&max=900" },
      { label: "Up to ₦900", without: "/prices?network=1&words=1gb" },
    ]);
  });

  it("labels a type with the name the chosen network gives it", () => {
    const [filter] = listActiveFilters("/prices", { network: "2", type: "1" }, { network: 2, type: 1 }, view);
    expect(filter?.label).toBe("Awoof");
  });
});
