import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { confirmAllMatches } from "#lib/supplier/testing/confirm-all-matches";
import { scene } from "#lib/testing/scene";
import { startSandbox } from "#sandbox/server";
import { confirmMatches, readWaitingMatches } from "./confirm-matches.ts";
import { getSupplier } from "./list-suppliers.ts";
import { confirmRouteCost, ignoreRoute, matchRoute } from "./match-route.ts";
import { readSupplierProblems } from "./read-supplier-problems.ts";
import { createRouteList } from "./route-list.ts";
import { addSupplier, changeSupplier } from "./save-supplier.ts";
import { createPlanSuggester } from "./suggest-plans.ts";
import { syncSupplier, syncSuppliers } from "./sync-supplier.ts";
import { supplierForm } from "./testing/second-supplier.ts";

/** The supplier of the second sandbox. */
let id: number;

const [at, second, third] = await Promise.all([
  scene({ CATALOGUE_MAX_AGE_S: "300" }),
  startSandbox({ tokens: [{ token: "second" }] }),
  startSandbox({ tokens: [{ token: "third" }] }),
]);
const admin = await at.admin();
afterAll(async () => {
  await Promise.all([second.close(), third.close()]);
  await at.close();
});
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await second.control.reset();
  await third.control.reset();
  await at.system.db.execute(sql`alter table suppliers disable trigger suppliers_no_delete`);
  await at.system.db.execute(sql`delete from routes where supplier_id > 1`);
  await at.system.db.execute(sql`delete from supplier_sending where supplier_id <> 1`);
  await at.system.db.execute(sql`delete from suppliers where id > 1`);
  await at.system.db.execute(sql`alter table suppliers enable trigger suppliers_no_delete`);
});
afterEach(() => vi.restoreAllMocks());

const add = async () => {
  ({ id } = await addSupplier(admin, supplierForm(second)));
  await confirmAllMatches(admin, id);
};
const sync = () => syncSupplier(admin, { id });
const routeOf = async (supplierPlanId: number) => {
  const [row] = await at.system.db.execute<{
    plan_id: number | null;
    matched_by: string | null;
    open: boolean;
    cost: string | null;
    ignored: boolean;
    delisted_at: string | null;
  }>(sql`select * from routes where supplier_id = ${id} and supplier_plan_id = ${supplierPlanId}`);
  if (!row) throw new Error(`no route ${supplierPlanId}`);
  return row;
};
const key = (supplierPlanId: number) => ({ supplierId: id, supplierPlanId });
const costOf = async (supplierPlanId: number) => BigInt((await routeOf(supplierPlanId)).cost ?? "0");
const planOf = async (planId: number) => {
  const plan = (await second.control.plans()).plans.find((candidate) => candidate.id === planId);
  if (!plan) throw new Error(`no plan ${planId}`);
  return plan;
};

describe("the matches of a new supplier", () => {
  const countOpen = async () => {
    const [row] = await at.system.db.execute<{ open: number; plan: number }>(sql`
      select count(*) filter (where open)::integer as open, count(*) filter (where closed_for = 'plan')::integer as plan
      from routes where supplier_id = ${id}`);
    return row;
  };

  it("stay closed, also after the next lists, until an admin confirms them", async () => {
    const { id: added, matched } = await addSupplier(admin, supplierForm(second));
    id = added;
    await sync();
    expect(matched).toBeGreaterThan(1);
    expect(await countOpen()).toEqual({ open: 0, plan: matched });
    expect((await createRouteList(id).page(admin, { state: "plan" })).rows[0]).toMatchObject({
      state: "plan",
    });
    const waiting = await readWaitingMatches(admin, { supplierId: id });
    expect(waiting?.count).toBe(matched);
    const form = { supplierId: id, fingerprint: waiting?.fingerprint ?? "" };
    await second.control.setPlan({ id: 1, prices: { api: (await planOf(1)).prices.api + 100n } });
    await sync();
    await expect(confirmMatches(admin, form)).rejects.toMatchObject({ code: "conflict" });
    await confirmAllMatches(admin, id);
    expect(await countOpen()).toEqual({ open: expect.any(Number), plan: 0 });
    expect((await routeOf(2)).open).toBe(true);
    expect(await readWaitingMatches(admin, { supplierId: id })).toBeUndefined();
  });

  it("open at once after that, and await an admin again at another address", async () => {
    await second.control.setPlan({ id: 1, size: "55" });
    await add();
    await second.control.setPlan({ id: 1, size: String((await at.catalogue.plans.get(1))?.size) });
    await sync();
    expect((await routeOf(1)).open).toBe(true);
    const [row] = await at.system.db.execute<{ version: number; name: string }>(
      sql`select version, name from suppliers where id = ${id}`,
    );
    const { lowBalance, level, perMinute, timeoutS, rank } = supplierForm(second);
    await changeSupplier(admin, {
      ...{ id, version: row?.version ?? 0, name: row?.name ?? "", reason: "they moved" },
      ...{ lowBalance, level, perMinute, timeoutS, rank },
      baseUrl: third.url,
      secretToken: third.token,
    });
    expect((await countOpen())?.open).toBe(0);
  });
});

describe("matching automatically", () => {
  it("joins plans whose texts are the same but for case and spaces, at the cost of the account's level", async () => {
    await second.control.setNetwork({ id: 1, name: " m t n " });
    await second.control.setPlan({ id: 1, prices: { api: (await planOf(1)).prices.api + 100n } });
    await add();
    expect(await routeOf(1)).toMatchObject({
      plan_id: 1,
      matched_by: "same",
      open: true,
      cost: String((await planOf(1)).prices.api),
    });
  });

  it.each([
    ["size", { size: "77" }],
    ["validity", { validity: "29 Days", validityNormalized: "29 Days" }],
  ])("leaves a plan of another %s to an admin", async (_what, patch) => {
    await second.control.setPlan({ id: 1, ...patch });
    await add();
    expect(await routeOf(1)).toMatchObject({ plan_id: null, open: false });
  });

  it("leaves a plan to an admin whose cost is more than 20 % away", async () => {
    const { prices } = await planOf(1);
    await second.control.setPlan({ id: 1, prices: { api: (prices.api * 121n) / 100n } });
    await second.control.setPlan({ id: 2, prices: { api: ((await planOf(2)).prices.api * 79n) / 100n } });
    await second.control.setPlan({ id: 3, prices: { api: ((await planOf(3)).prices.api * 119n) / 100n } });
    await add();
    const matched = await Promise.all([1, 2, 3].map(async (n) => (await routeOf(n)).plan_id));
    expect(matched).toEqual([null, null, 3]);
  });

  it("leaves two plans with the same texts to an admin, and takes one once the other is ignored", async () => {
    const { networkId, typeId, size, volume, validity, validityNormalized, prices } = await planOf(1);
    await second.control.setPlan({
      id: 9001,
      networkId,
      typeId,
      size,
      volume,
      validity,
      validityNormalized,
      prices,
    });
    await add();
    expect([(await routeOf(1)).plan_id, (await routeOf(9001)).plan_id]).toEqual([null, null]);
    await ignoreRoute(admin, { ...key(9001), ignored: "yes" });
    await sync();
    expect([(await routeOf(1)).plan_id, (await routeOf(9001)).plan_id]).toEqual([1, null]);
  });

  it("ends its match when the portal's plan becomes another one", async () => {
    await add();
    await at.system.db.execute(sql`update plans set size = '88' where id = 1`);
    try {
      await sync();
      expect(await routeOf(1)).toMatchObject({ plan_id: null, open: false });
    } finally {
      await at.system.db.execute(sql`update plans set size = ${(await planOf(1)).size} where id = 1`);
    }
  });
});

describe("a match whose plan becomes another one", () => {
  const texts = async (planId: number) => {
    const [row] = await at.system.db.execute<{ texts: string }>(sql`select plan_texts(${planId}) as texts`);
    return row?.texts ?? "";
  };
  const confirmed = async () => ({ ...key(1), planId: 1, cost: await costOf(1), texts: await texts(1) });
  /** Changes the portal's plan as the main supplier's list does. */
  const change = async (patch: Parameters<typeof at.sandbox.setPlan>[0]) => {
    await at.sandbox.setPlan(patch);
    await syncCatalogue(at.system);
  };
  afterEach(async () => {
    await at.sandbox.reset();
    await syncCatalogue(at.system);
  });

  it.each([
    ["size", { size: "88" }],
    ["validity", { validity: "1 Day" }],
    ["type", { typeId: 2 }],
  ])("closes at once when its %s changes, until an admin confirms what it is now", async (_what, patch) => {
    await second.control.setPlan({ id: 1, size: "1024", volume: "MB" });
    await add();
    await matchRoute(admin, { ...key(1), planId: 1 });
    await at.system.db.execute(sql`update suppliers set enabled = true where id = ${id}`);
    const [shown, was] = [await confirmed(), await texts(1)];
    await change({ id: 1, ...patch });
    await sync();
    expect(await routeOf(1)).toMatchObject({ plan_id: 1, open: false });
    const { rows } = await createRouteList(id).page(admin, { state: "plan" });
    expect(rows).toMatchObject([
      { id: 1, state: "plan", matchedTexts: was, planTexts: (await confirmed()).texts },
    ]);
    expect(await readSupplierProblems(admin)).toMatchObject({ rematchedCount: 1, repricedCount: 0 });
    await expect(confirmRouteCost(admin, { ...key(1), cost: await costOf(1) })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(matchRoute(admin, shown)).rejects.toMatchObject({ code: "conflict" });
    await matchRoute(admin, await confirmed());
    expect(await routeOf(1)).toMatchObject({ plan_id: 1, open: true });
    await sync();
    expect(await routeOf(1)).toMatchObject({ open: true });
  });

  it("closes when its network or type has another name, and no other match does", async () => {
    await add();
    const { networkId, typeId } = await planOf(1);
    const otherId =
      (await second.control.plans()).plans.find((plan) => plan.networkId !== networkId)?.id ?? 0;
    await matchRoute(admin, { ...key(1), planId: 1 });
    await at.sandbox.setNetwork({ id: networkId, name: "Another" });
    await syncCatalogue(at.system);
    expect([await routeOf(1), await routeOf(otherId)]).toMatchObject([{ open: false }, { open: true }]);
    await matchRoute(admin, await confirmed());
    await at.sandbox.setType({ id: typeId, name: "Another" });
    await syncCatalogue(at.system);
    expect(await routeOf(1)).toMatchObject({ open: false });
  });

  it("rejects a version of the catalogue with an open match of what a plan was", async () => {
    await add();
    await matchRoute(admin, { ...key(1), planId: 1 });
    const forget = at.system.db.transaction(async (tx) => {
      await tx.execute(sql`update plans set size = '88' where id = 1`);
      await tx.execute(sql`update catalogue set version = version + 1`);
    });
    await expect(forget).rejects.toMatchObject({ constraint_name: "routes_match" });
  });

  it("stays open when only case, spaces or prices change", async () => {
    await add();
    await matchRoute(admin, { ...key(1), planId: 1 });
    const { size, volume, prices } = await planOf(1);
    await change({ id: 1, size: ` ${size}`, volume: volume.toLowerCase(), prices: { api: prices.api + 1n } });
    expect(await routeOf(1)).toMatchObject({ open: true });
  });
});

describe("a sync", () => {
  it("takes a cost that counted for a day as normal, so that small steps over days stay open", async () => {
    await add();
    const cost = await costOf(1);
    for (const percent of [115n, 130n]) {
      await at.system.db.execute(sql`update routes set confirmed_at = confirmed_at - interval '2 days'`);
      await second.control.setPlan({ id: 1, prices: { api: (cost * percent) / 100n } });
      await sync();
      expect(await routeOf(1)).toMatchObject({ open: true });
    }
    await second.control.setPlan({ id: 1, prices: { api: (cost * 145n) / 100n } });
    await sync();
    expect(await routeOf(1)).toMatchObject({ open: false });
  });

  it("ends the match of a plan whose texts changed", async () => {
    await add();
    await matchRoute(admin, { ...key(1), planId: "none" });
    await matchRoute(admin, { ...key(1), planId: 1 });
    await second.control.setPlan({ id: 1, size: "55" });
    await sync();
    expect(await routeOf(1)).toMatchObject({ plan_id: null, matched_by: null, open: false });
  });

  it("closes a plan whose cost moves by more than 20 % until an admin confirms it", async () => {
    await add();
    const cost = await costOf(1);
    await second.control.setPlan({ id: 1, prices: { api: (cost * 13n) / 10n } });
    await sync();
    expect(await routeOf(1)).toMatchObject({ plan_id: 1, open: false });
    expect((await getSupplier(admin, { id })).routes.closedByCost).toBe(1);
    await at.system.db.execute(sql`update suppliers set enabled = true where id = ${id}`);
    expect(await readSupplierProblems(admin)).toMatchObject({ repricedCount: 1, repriced: [{ id }] });

    await expect(confirmRouteCost(admin, { ...key(1), cost })).rejects.toMatchObject({ code: "conflict" });
    await confirmRouteCost(admin, { ...key(1), cost: (cost * 13n) / 10n });
    expect(await routeOf(1)).toMatchObject({ open: true });
    expect((await readSupplierProblems(admin)).repricedCount).toBe(0);
  });

  it("closes a plan that is inactive, of an inactive network, without a price, or no longer listed", async () => {
    await add();
    const [other] = (await second.control.plans()).plans.filter(({ networkId }) => networkId !== 1);
    await second.control.setPlan({ id: 1, active: false });
    await second.control.removePlan(2);
    await second.control.setNetwork({ id: other?.networkId ?? 0, active: false });
    await sync();
    expect(await routeOf(1)).toMatchObject({ plan_id: 1, open: false });
    expect(await routeOf(2)).toMatchObject({ plan_id: 2, open: false, delisted_at: expect.any(String) });
    expect(await routeOf(other?.id ?? 0)).toMatchObject({ open: false });
    await second.control.reset();
    await sync();
    for (const n of [1, 2, other?.id ?? 0]) expect(await routeOf(n)).toMatchObject({ open: true });
  });

  it("closes plans that are missing from a list, and opens them when they are listed again", async () => {
    await add();
    const readOpen = async () => (await getSupplier(admin, { id })).routes.open;
    const open = await readOpen();
    expect(open).toBeGreaterThan(10);
    const { plans } = await second.control.plans();
    for (const plan of plans.slice(0, Math.ceil(plans.length * 0.6)))
      await second.control.removePlan(plan.id);
    await sync();
    expect(await readOpen()).toBeLessThan(open / 2);
    await second.control.reset();
    await sync();
    expect(await readOpen()).toBe(open);
  });

  it("keeps the routes and records the failure when no list comes", async () => {
    await add();
    await second.control.order("not-found", { route: "filtered", times: "always" });
    await expect(sync()).rejects.toMatchObject({ code: "unavailable" });
    expect((await getSupplier(admin, { id })).list.failure).toMatch(/no prices for each level/);
    expect((await routeOf(1)).open).toBe(true);
    await second.control.clearFaults();
    await sync();
    expect((await getSupplier(admin, { id })).list.failure).toBeNull();
  });

  it("ignores a list that was requested before the stored one", async () => {
    await add();
    const cost = await costOf(1);
    await at.system.db.execute(
      sql`update suppliers set synced_at = now() + interval '1 hour' where id = ${id}`,
    );
    await second.control.setPlan({ id: 1, prices: { api: cost + 100n } });
    expect(await sync()).toEqual({ plans: 0, changed: 0, matched: 0 });
    expect(await costOf(1)).toBe(cost);
    await at.system.db.execute(sql`update suppliers set synced_at = now() where id = ${id}`);
    expect(await sync()).toMatchObject({ changed: 1 });
    expect(await costOf(1)).toBe(cost + 100n);
  });

  it("changes nothing and records nothing while the list is the same", async () => {
    await add();
    const count = () =>
      at.system.db.execute(
        sql`select (select count(*) from audit) as audits, (select sum(xmin::text::bigint) from routes) as rows`,
      );
    const before = await count();
    expect(await sync()).toMatchObject({ changed: 0, matched: 0 });
    expect(await count()).toEqual(before);
  });

  it("isn't delayed by another supplier that hangs", async () => {
    await add();
    const hanging = await addSupplier(admin, supplierForm(third));
    await third.control.order("hold-before", { route: "filtered", times: "always" });
    await at.system.db.execute(sql`update suppliers set synced_at = now() - interval '1 hour' where id > 1`);
    const running = syncSuppliers(at.system);
    const isOld = async (supplierId: number) => (await getSupplier(admin, { id: supplierId })).list.isOld;
    await expect.poll(() => isOld(id)).toBe(false);
    expect(await isOld(hanging.id)).toBe(true);
    await third.control.clearFaults();
    await third.control.release();
    await running;
    expect(await isOld(hanging.id)).toBe(false);
  });

  it("of one with a lost service doesn't fail the others", async () => {
    await add();
    const lost = await addSupplier(admin, supplierForm(third));
    await third.control.order("html", { route: "filtered", times: "always" });
    await third.control.order("html", { route: "plain", times: "always" });
    await at.system.db.execute(sql`update suppliers set synced_at = now() - interval '1 hour' where id > 1`);
    await syncSuppliers(at.system);
    expect((await getSupplier(admin, { id })).list).toMatchObject({ isOld: false, failure: null });
    expect((await getSupplier(admin, { id: lost.id })).list).toMatchObject({
      isOld: true,
      failure: expect.stringMatching(/^The service gave no plan list/),
    });
  });
});

describe("an admin's match", () => {
  it("opens a plan with other texts, and isn't undone by a sync", async () => {
    await second.control.setPlan({ id: 1, size: "1024", volume: "MB" });
    await add();
    const cost = await costOf(1);
    await matchRoute(admin, { ...key(1), planId: 1, cost });
    await sync();
    expect(await routeOf(1)).toMatchObject({
      plan_id: 1,
      open: true,
      matched_by: expect.stringMatching(/^admin:/),
    });
    await matchRoute(admin, { ...key(1), planId: "none" });
    await sync();
    expect(await routeOf(1)).toMatchObject({ plan_id: null, open: false });
  });

  it("is rejected for a plan that another one of the supplier delivers, an unknown one, and a cost that changed", async () => {
    await second.control.setPlan({ id: 1, size: "55" });
    await add();
    await expect(matchRoute(admin, { ...key(1), planId: 2 })).rejects.toMatchObject({
      fields: { planId: ["Another plan of this supplier is matched to it. End that match first."] },
    });
    await expect(matchRoute(admin, { ...key(1), otherPlanId: "987654" })).rejects.toMatchObject({
      fields: { otherPlanId: ["There’s no plan with this ID. Look it up in the catalogue."] },
    });
    await expect(matchRoute(admin, { ...key(1), planId: 1, cost: 1n })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(matchRoute(admin, key(1))).rejects.toMatchObject({
      fields: { planId: ["Select a plan, or enter its ID."] },
    });
    expect(await routeOf(1)).toMatchObject({ plan_id: null });
  });

  it("is suggested by size first, then network, validity and type", async () => {
    await add();
    const suggest = await createPlanSuggester(admin);
    const plan = at.catalogue.plans.get(1);
    if (!plan) throw new Error("no plan 1");
    const suggestions = suggest({ ...plan, cost: plan.amounts.api });
    expect(suggestions[0]).toMatchObject({ planId: 1 });
    const isSameSize = suggestions.map(({ planId }) => {
      const suggested = at.catalogue.plans.get(planId);
      return suggested?.size === plan.size && suggested.volume === plan.volume;
    });
    expect(isSameSize).toEqual(isSameSize.toSorted().toReversed());
    expect(isSameSize.filter(Boolean).length).toBeGreaterThan(1);
  });
});

it("finds the plans that cost less or more than at the main supplier", async () => {
  await second.control.setPlan({ id: 2, prices: { api: (await planOf(2)).prices.api - 100n } });
  await second.control.setPlan({ id: 3, prices: { api: (await planOf(3)).prices.api + 100n } });
  await add();
  const list = createRouteList(id);
  const idsOf = async (input: object) => (await list.page(admin, input)).rows.map((row) => row.id);
  expect(await idsOf({ price: "cheaper" })).toEqual([2]);
  expect(await idsOf({ price: "dearer" })).toEqual([3]);
  expect((await list.page(admin, { price: "cheaper" })).rows[0]).toMatchObject({ place: 1, total: 1 });
});

it("lists plans by state and search, and exports them", async () => {
  await second.control.setPlan({ id: 1, size: "55" });
  await add();
  await ignoreRoute(admin, { ...key(2), ignored: "yes" });
  const list = createRouteList(id);
  const idsOf = async (input: object) => (await list.page(admin, input)).rows.map((row) => row.id);
  expect(await idsOf({ state: "match" })).toEqual([1]);
  expect(await idsOf({ state: "ignored" })).toEqual([2]);
  expect(await idsOf({ q: "55" })).toContain(1);
  const first = await list.page(admin);
  expect(first.rows.map((row) => row.id)).toEqual([...Array(25).keys()].map((n) => n + 1));
  expect((await list.page(admin, { after: first.next })).rows[0]?.id).toBe(26);
  const { total = 0 } = first.rows[0] ?? {};
  expect(total).toBe((await second.control.plans()).plans.length);
  expect((await list.page(admin, { after: first.next })).rows[0]).toMatchObject({ place: 26, total });
  let csv = "";
  for await (const piece of list.csv(admin)) csv += piece;
  expect(csv.trim().split("\n").length).toBe((await second.control.plans()).plans.length + 1);
});
