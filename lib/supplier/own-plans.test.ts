import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { FIRST_OWN_ID } from "#db/schema/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import { setPriceBasis } from "#lib/catalogue/price/price-basis";
import { expireQueuedPurchases } from "#lib/dispatch/expire-queued-purchases";
import { claimNext, sendNext } from "#lib/dispatch/testing/claim-next";
import { resetSending } from "#lib/dispatch/testing/reset-sending";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { confirmAllMatches } from "#lib/supplier/testing/confirm-all-matches";
import { scene } from "#lib/testing/scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { startSandbox } from "#sandbox/server";
import { addPlan } from "./add-plan.ts";
import { getSupplier } from "./list-suppliers.ts";
import { matchRoute } from "./match-route.ts";
import { refreshSupply } from "./refresh-supply.ts";
import { addSupplier } from "./save-supplier.ts";
import { syncSupplier } from "./sync-supplier.ts";
import { supplierForm } from "./testing/second-supplier.ts";
import { turnSupplierOff, turnSupplierOn } from "./turn-supplier.ts";

/** The id of a plan that only the second service lists. */
const THEIRS = 900;

/** The supplier of the second sandbox. */
let id: number;

vi.spyOn(process.stderr, "write").mockReturnValue(true);
const [at, second] = await Promise.all([scene(), startSandbox({ tokens: [{ token: "second" }] })]);
const admin = await at.admin();
await second.control.setPlan({
  id: THEIRS,
  networkId: 1,
  typeId: 1,
  size: "77",
  prices: { api: 41_000n, affiliate: 43_500n },
});
({ id } = await addSupplier(admin, supplierForm(second)));
await confirmAllMatches(admin, id);
await turn(turnSupplierOn, id);
afterAll(async () => {
  await second.close();
  await at.close();
});
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await resetSending(at.system);
  // Purchases of other tests are claimed by none.
  await at.system.db.execute(sql`update purchases set deadline_at = now() where state = 'queued'`);
  await expireQueuedPurchases(at.system);
});

async function turn(work: typeof turnSupplierOn, supplierId: number) {
  const { version } = await getSupplier(admin, { id: supplierId });
  await work(admin, { id: supplierId, version, reason: "as agreed" });
}

const planOf = async (planId: number) => {
  const plan = (await getCatalogue(at.system)).plans.get(planId);
  if (!plan) throw new Error(`no plan ${planId}`);
  return plan;
};
const priceOf = async (planId: number) => getLevelPrice(await planOf(planId), "affiliate");
/** The main supplier no longer lists plan 1. */
async function removeFromMain() {
  await at.sandbox.removePlan(1);
  await syncCatalogue(at.system);
}
/** The second supplier sells plan 2 for 7.00 more than the main one. */
async function raiseSecond() {
  const { cost } = await planOf(2);
  await second.control.setPlan({ id: 2, prices: { api: (cost ?? 0n) + 700n } });
  await syncSupplier(admin, { id });
}
const addTheirs = (cost = 41_000n) => addPlan(admin, { supplierId: id, supplierPlanId: THEIRS, cost });

let refs = 0;
async function buy(planId: number) {
  refs += 1;
  const { ctx } = await at.reseller("affiliate");
  const { networkId } = await planOf(planId);
  const input = { ref: `own-${refs}`, phone: "08031234567", channel: "web" as const, again: true };
  return (await placePurchase(ctx, { ...input, planId, networkId })).purchase;
}
const stateOf = async (ident: string) => {
  const [row] = await at.system.db.execute<{ state: string; outcome: string | null }>(
    sql`select state, outcome from purchases where ident = ${ident}`,
  );
  return row;
};

it("sells a plan that only a later supplier lists, under an id of its own, at that supplier’s prices", async () => {
  const { planId } = await addTheirs();
  expect(planId).toBeGreaterThanOrEqual(FIRST_OWN_ID);
  await expect(addTheirs()).rejects.toMatchObject({ code: "conflict" });
  expect(await planOf(planId)).toMatchObject({ cost: 41_000n, ownOpen: true, listedBy: id });
  expect(await priceOf(planId)).toBe(43_500n);

  const { ident } = await buy(planId);
  expect(await claimNext(at.system, MAIN_SUPPLIER_ID)).toBeUndefined();
  await sendNext(at.system, id);
  expect(await stateOf(ident)).toMatchObject({ state: "successful" });
  expect((await second.control.log()).findLast(({ executed }) => executed)).toMatchObject({
    ref: ident,
    body: { plan: THEIRS },
  });

  await syncCatalogue(at.system);
  expect(await planOf(planId)).toMatchObject({ delistedAt: null });
  await second.control.setPlan({ id: THEIRS, prices: { api: 42_000n, affiliate: 44_000n } });
  await syncSupplier(admin, { id });
  expect(await planOf(planId)).toMatchObject({ cost: 42_000n, delistedAt: null });
  expect(await priceOf(planId)).toBe(44_000n);

  const waiting = await buy(planId);
  await turn(turnSupplierOff, id);
  expect(await priceOf(planId)).toBeUndefined();
  await expireQueuedPurchases(at.system);
  expect(await stateOf(waiting.ident)).toMatchObject({
    state: "failed",
    outcome: expect.stringContaining("off sale"),
  });
  await turn(turnSupplierOn, id);
  expect(await priceOf(planId)).toBe(44_000n);
});

it("doesn’t add a plan that the catalogue has, nor at another cost than was shown", async () => {
  await second.control.setPlan({ id: 901, networkId: 1, typeId: 1, size: "78", prices: { api: 50_000n } });
  await syncSupplier(admin, { id });
  const add = (supplierPlanId: number, cost: bigint) =>
    addPlan(admin, { supplierId: id, supplierPlanId, cost });
  await expect(add(901, 49_000n)).rejects.toMatchObject({ code: "conflict" });
  await expect(add(999, 49_000n)).rejects.toMatchObject({ code: "not_found" });
  await matchRoute(admin, { supplierId: id, supplierPlanId: 1, planId: "none" });
  const [row] = await at.system.db.execute<{ cost: string }>(
    sql`select cost::text from routes where supplier_id = ${id} and supplier_plan_id = 1`,
  );
  await expect(add(1, BigInt(row?.cost ?? ""))).rejects.toMatchObject({
    fields: { supplierPlanId: [expect.stringContaining("#1. Match it")] },
  });
  await matchRoute(admin, { supplierId: id, supplierPlanId: 1, planId: 1 });
});

it("isn’t taken for a type of the main supplier’s list that has the same name and no ID", async () => {
  const listSold = async () =>
    [...(await getCatalogue(at.system)).plans.values()]
      .filter(({ listedBy, ownOpen }) => listedBy === 1 && ownOpen)
      .map(({ id }) => id);
  const before = await listSold();
  await at.system.db.execute(sql`
    insert into plan_types (network_id, id, name, code, active)
    select network_id, ${FIRST_OWN_ID}, name, code, true from plan_types where network_id = 1 order by id limit 1`);
  await at.system.db.execute(sql`update catalogue set version = version + 1, changed_at = clock_timestamp()`);
  await at.sandbox.order("server-error", { route: "filtered", times: "always" });
  expect(await syncCatalogue(at.system)).toMatchObject({ source: "plain" });
  expect(await listSold()).toEqual(before);
  await at.sandbox.clearFaults();
  await at.system.db.execute(sql`delete from plan_types where id = ${FIRST_OWN_ID}`);
  await syncCatalogue(at.system);
});

it("sells on what the main supplier took off its list, and what it sells while it is off", async () => {
  const [gone, kept] = [await planOf(1), await planOf(2)];
  await removeFromMain();
  expect(await planOf(1)).toMatchObject({ delistedAt: expect.any(Date), ownOpen: false });
  expect(await priceOf(1)).toBe(getLevelPrice(gone, "affiliate"));
  const { ident } = await buy(1);
  expect(await claimNext(at.system, MAIN_SUPPLIER_ID)).toBeUndefined();
  await sendNext(at.system, id);
  expect(await stateOf(ident)).toMatchObject({ state: "successful" });

  await raiseSecond();
  expect(await priceOf(2)).toBe(getLevelPrice(kept, "affiliate"));
  await turn(turnSupplierOff, MAIN_SUPPLIER_ID);
  expect(await priceOf(2)).toBe((getLevelPrice(kept, "affiliate") ?? 0n) + 700n);
  await turn(turnSupplierOn, MAIN_SUPPLIER_ID);
  expect(await priceOf(2)).toBe(getLevelPrice(kept, "affiliate"));
});

it("refunds at once what only a main supplier delivers that is turned off, and keeps the rest queued", async () => {
  const shared = at.offered().planId;
  const alone = at.offered(9).planId;
  const close = async (closed: boolean) => {
    await at.system.db.execute(
      sql`update routes set active = ${!closed} where plan_id = ${alone} and supplier_id = ${id}`,
    );
    await refreshSupply(at.system);
  };
  await close(true);
  const [left, kept] = [await buy(alone), await buy(shared)];
  await expireQueuedPurchases(at.system);
  expect(await stateOf(left.ident)).toMatchObject({ state: "queued" });
  await turn(turnSupplierOff, MAIN_SUPPLIER_ID);
  await expireQueuedPurchases(at.system);
  expect(await stateOf(left.ident)).toMatchObject({
    state: "failed",
    outcome: expect.stringContaining("off sale"),
  });
  expect(await stateOf(kept.ident)).toMatchObject({ state: "queued" });
  await turn(turnSupplierOn, MAIN_SUPPLIER_ID);
  await close(false);
});

it("places nothing that only a stopped supplier delivers, and says so", async () => {
  await removeFromMain();
  await at.system.db.execute(sql`update supplier_sending set stopped = true where supplier_id = ${id}`);
  await expect(buy(1)).rejects.toMatchObject({ code: "service_unavailable" });
  await buy(2);
  await at.system.db.execute(sql`update supplier_sending set stopped = false where supplier_id = ${id}`);
  await buy(1);
});

it("lets prices follow the dearest supplier", async () => {
  await raiseSecond();
  const before = await planOf(2);
  await setPriceBasis(admin, { to: "dearest", expected: "main", reason: "margin" });
  expect(await planOf(2)).toMatchObject({ cost: before.otherCost });
  expect(await priceOf(2)).toBe((getLevelPrice(before, "affiliate") ?? 0n) + 700n);
  await expect(
    setPriceBasis(admin, { to: "dearest", expected: "main", reason: "margin" }),
  ).rejects.toMatchObject({ code: "conflict" });
  await setPriceBasis(admin, { to: "main", expected: "dearest", reason: "margin" });
  expect(await priceOf(2)).toBe(getLevelPrice(before, "affiliate"));
});
