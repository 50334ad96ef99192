import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { catalogueActionItems } from "#lib/catalogue/catalogue-action-items";
import { confirmMissingPlan } from "#lib/catalogue/confirm-missing-plan";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelQuote } from "#lib/catalogue/price/price";
import { claimNext } from "#lib/dispatch/testing/claim-next";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { confirmRouteCost } from "#lib/supplier/match-route";
import { refreshSupply } from "#lib/supplier/refresh-supply";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { readFilteredPlanList } from "./read-filtered-plan-list.ts";
import type { FilteredList } from "./schemas.ts";

const at = await openScene();
const admin = await at.admin();
const { planId, networkId } = at.offered();
const cost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
let refs = 0;

beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await at.sandbox.reset();
  await at.system.db.execute(sql`update suppliers set enabled = id = ${MAIN_SUPPLIER_ID}`);
  await syncCatalogue(at.system);
  await at.system.db.execute(
    sql`update routes set closed_for = null, confirmed_cost = cost, confirmed_at = now()
      where supplier_id = ${MAIN_SUPPLIER_ID}`,
  );
  await refreshSupply(at.system);
});
afterEach(() => vi.restoreAllMocks());

const list = async (prices: object) => {
  await at.sandbox.setPlan({ id: planId, prices });
  await syncCatalogue(at.system);
};
const multiply = (factor: [bigint, bigint]) =>
  Object.fromEntries(
    Object.entries(at.catalogue.plans.get(planId)?.amounts ?? {}).map(([level, amount]) => [
      level,
      ((amount ?? 0n) * factor[0]) / factor[1],
    ]),
  );
const planOf = async (id = planId) => {
  const plan = (await getCatalogue(at.system)).plans.get(id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
};
const reasonOf = async (id = planId) => getLevelQuote(await planOf(id), "affiliate").reason;
const countAlerts = async () => {
  const kind = catalogueActionItems.plan_doubt;
  return kind?.format(await kind.read(admin, []))?.title;
};
async function buy() {
  const { ctx } = await at.reseller();
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel: "api" as const, again: true };
  return placePurchase(ctx, { ...input, planId, networkId });
}
async function isActiveInApi() {
  const { ctx } = await at.reseller();
  const { kept } = await readFilteredPlanList(ctx, new URL("https://portal.example/plans"));
  const { data } = JSON.parse(String(kept?.bytes)) as FilteredList;
  const plans = data.flatMap(({ data_plan_types }) => data_plan_types.flatMap((type) => type.plans));
  return plans.find(({ id }) => id === planId)?.active;
}

it.each([
  ["a hundredth", [1n, 100n]],
  ["a hundred times", [100n, 1n]],
  ["a quarter more", [5n, 4n]],
] as [string, [bigint, bigint]][])(
  "neither sells nor sends a plan listed at %s of its cost, until an admin confirms it",
  async (_what, factor) => {
    const { purchase } = await buy();
    await list(multiply(factor));
    const would = (cost * factor[0]) / factor[1];
    expect(await planOf()).toMatchObject({ doubt: "cost", confirmedCost: cost, cost: would });
    expect(await reasonOf()).toBe("doubt");
    expect(await countAlerts()).toBe("1 plan changed wildly");
    expect(await isActiveInApi()).toBe(false);
    await expect(buy()).rejects.toMatchObject({
      code: expect.stringMatching(/not_found|invalid|unavailable/),
    });
    expect(await claimNext(at.system, MAIN_SUPPLIER_ID)).toBeUndefined();
    await syncCatalogue(at.system);
    expect(await reasonOf()).toBe("doubt");

    const route = { supplierId: MAIN_SUPPLIER_ID, supplierPlanId: planId };
    await expect(confirmRouteCost(admin, { ...route, cost })).rejects.toMatchObject({ code: "conflict" });
    await confirmRouteCost(admin, { ...route, cost: would });
    expect(await planOf()).toMatchObject({ doubt: null, cost: would });
    expect(await reasonOf()).toBeNull();
    expect(await countAlerts()).toBeUndefined();
    expect(await isActiveInApi()).toBe(true);
    await syncCatalogue(at.system);
    expect(await reasonOf()).toBeNull();
    await settlePurchase(at.system, {
      purchaseId: purchase.id,
      from: ["queued"],
      to: "failed",
      by: "cancelled",
      outcome: "The test ended.",
    });
  },
);

it("sells at a small rise at once, and at small steps over days", async () => {
  for (const percent of [115n, 130n]) {
    await at.system.db.execute(sql`update routes set confirmed_at = confirmed_at - interval '2 days'`);
    await list(multiply([percent, 100n]));
    expect(await planOf()).toMatchObject({ doubt: null, cost: (cost * percent) / 100n });
    expect(await reasonOf()).toBeNull();
  }
  await list(multiply([145n, 100n]));
  expect(await reasonOf()).toBe("doubt");
});

it("sells a plan again without an admin when the list is right again", async () => {
  await list(multiply([1n, 100n]));
  expect(await reasonOf()).toBe("doubt");
  await list(multiply([1n, 1n]));
  expect(await planOf()).toMatchObject({ doubt: null, cost });
  expect(await reasonOf()).toBeNull();
});

it("doesn’t believe the loss of most plans, nor what such a list adds", async () => {
  const { plans } = await at.sandbox.plans();
  const [kept, ...lost] = plans;
  for (const { id } of lost) await at.sandbox.removePlan(id);
  await at.sandbox.setPlan({ id: 9_001, networkId, typeId: kept?.typeId ?? 0, prices: { api: 100n } });
  await syncCatalogue(at.system);
  expect(await reasonOf(kept?.id)).toBeNull();
  const gone = lost[0]?.id ?? 0;
  expect(await planOf(gone)).toMatchObject({ doubt: "missing", delistedAt: null });
  expect([await reasonOf(gone), await reasonOf(9_001)]).toEqual(["doubt", "doubt"]);
  expect(await countAlerts()).toBe(`${lost.length + 1} plans changed wildly`);
  await syncCatalogue(at.system);
  expect(await planOf(gone)).toMatchObject({ doubt: "missing", delistedAt: null });
  await confirmMissingPlan(admin, { planId: gone });
  expect(await reasonOf(gone)).toBe("gone");

  await at.sandbox.reset();
  await syncCatalogue(at.system);
  expect([await reasonOf(gone), await reasonOf(lost[1]?.id)]).toEqual([null, null]);
});

it("sells on by another supplier what the main one’s list lacks, but not at a wildly listed price", async () => {
  const later = await addTestSupplier(at.system, { routes: [{ planId, networkId, cost }] });
  await refreshSupply(at.system);
  await list(multiply([100n, 1n]));
  expect(await reasonOf()).toBe("doubt");
  expect(await planOf()).toMatchObject({ ownOpen: false, cost });
  await later.close();
});
