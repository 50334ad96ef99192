import { expect, test } from "vitest";
import type { PlanList } from "#lib/upstream/plan-list";
import { resolveNames } from "./resolve-names.ts";
import type { StoredCatalogue } from "./stored-catalogue.ts";

const type = (id: number) => ({ networkId: 1, id, name: "SME", code: "sme", active: true });
const planOf = (typeId: number, id: number, delistedAt: Date | null = null) =>
  ({ id, networkId: 1, typeId, amount: 39_000n, delistedAt }) as StoredCatalogue["plans"][number];
const stored = (plans: StoredCatalogue["plans"]): StoredCatalogue => ({
  networks: [{ id: 1, name: "MTN", code: "mtn", active: true }],
  types: [type(1), type(7)],
  plans,
});

/** A plain list, which names types without their ids. */
const list = {
  source: "plain",
  networks: [
    {
      ...{ id: null, name: "MTN", code: null, active: null },
      types: [{ id: null, name: "sme", code: null, active: null, plans: [planOf(0, 70)] }],
    },
  ],
} as unknown as PlanList;

test("takes the type that is still listed when the supplier gave a name a new id", () => {
  const old = planOf(1, 10, new Date());
  expect(resolveNames(list, stored([old, planOf(7, 70)])).types).toMatchObject([{ id: 7 }]);
});

test("leaves out a type whose name two listed types have, or none", () => {
  for (const plans of [[planOf(1, 10), planOf(7, 70)], [planOf(1, 10, new Date())]])
    expect(resolveNames(list, stored(plans)).types).toEqual([]);
});
