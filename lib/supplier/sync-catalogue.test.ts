import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase } from "#db/testing";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { startSandbox } from "#sandbox/server";
import { syncCatalogue } from "./sync-supplier.ts";

const [test, sandbox] = await Promise.all([createTestDatabase(), startSandbox()]);
const control = sandbox.control;
process.env.UPSTREAM_BASE_URL = sandbox.url;
process.env.UPSTREAM_API_TOKEN = sandbox.token;
process.env.CATALOGUE_MAX_AGE_S = "300";
afterAll(async () => {
  await sandbox.close();
  await test.close();
});
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await control.reset();
  await syncCatalogue(test.systemCtx);
});
afterEach(() => vi.restoreAllMocks());

const now = () => getCatalogue(test.systemCtx);
const run = () => syncCatalogue(test.systemCtx);
const planOf = async (id: number) => {
  const plan = (await now()).plans.get(id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
};
const historyOf = (id: number) =>
  test.sql`select version::int, changes from plan_changes where plan_id = ${id} order by id desc`;
const withoutFilteredList = () => control.order("not-found", { route: "filtered", times: "always" });

describe("a sync", () => {
  it("stores the upstream's plans with five prices each", async () => {
    const sold = await control.plans();
    const { plans, networks, types, source, fresh } = await now();
    const listed = [...plans.values()].filter(({ delistedAt }) => delistedAt === null);
    expect({ source, fresh, plans: listed.length }).toEqual({
      source: "filtered",
      fresh: true,
      plans: sold.plans.length,
    });
    expect(networks.map(({ id, name }) => [id, name])).toEqual(
      sold.networks.map(({ id, name }) => [id, name]),
    );
    expect(types).toHaveLength(sold.types.length);
    for (const { id, prices, active, networkId, typeId } of sold.plans) {
      const { standard, ...levels } = prices;
      expect(plans.get(id)).toMatchObject({ amount: standard, amounts: levels, active, networkId, typeId });
    }
  });

  it("stores the account that the environment names", async () => {
    await test.sql`update suppliers set dialect = 'another', base_url = 'http://127.0.0.1:1' where id = 1`;
    await run();
    const [row] = await test.sql`select dialect, base_url from suppliers where id = 1`;
    expect(row).toEqual({ dialect: "standard", base_url: sandbox.url });
  });

  it("renews only the age when nothing changed", async () => {
    const before = await now();
    const count = () =>
      test.sql`select (select count(*) from plan_changes) as changes, (select count(*) from audit) as audits`;
    const [counted] = await count();
    expect(await run()).toMatchObject({ version: before.version, changed: 0 });
    const after = await now();
    expect(after.version).toBe(before.version);
    expect(after.syncedAt?.getTime()).toBeGreaterThan(before.syncedAt?.getTime() ?? 0);
    expect((await count())[0]).toEqual(counted);
  });

  it("records a price change with a version, history and audit, and notifies listeners", async () => {
    const { version } = await now();
    const plan = await planOf(1);
    const notification = new Promise<string>(
      (resolve) => void test.sql.listen("catalogue", resolve, () => void change()),
    );
    const change = async () => {
      await control.setPlan({ id: 1, prices: { affiliate: plan.amount + 100n } });
      await run();
    };
    expect(await notification).toBe(String(version + 1));
    expect((await planOf(1)).amounts.affiliate).toBe(plan.amount + 100n);
    const [latest] = await historyOf(1);
    expect(latest).toMatchObject({ version: version + 1 });
    expect(Object.keys(latest?.changes)).toEqual(["affiliate_amount"]);
    const audits =
      await test.sql`select actor, subject_id, after from audit where action = 'catalogue.synced' order by id desc limit 1`;
    expect(audits[0]).toMatchObject({
      actor: "system:test",
      subject_id: String(version + 1),
      after: { plans: 1, repriced: 1, vanished: 0 },
    });
  });

  it("stops selling a plan while it is delisted or inactive, and keeps its name", async () => {
    const before = await planOf(2);
    await control.removePlan(2);
    await control.setPlan({ id: 1, active: false });
    expect(await run()).toMatchObject({ changed: 2 });
    expect(await planOf(2)).toMatchObject({ size: before.size, typeName: before.typeName });
    for (const id of [1, 2]) expect(getLevelPrice(await planOf(id), "affiliate")).toBeUndefined();
    expect((await historyOf(2))[0]?.changes).toEqual({ listed: ["true", "false"] });
    expect(await run()).toMatchObject({ changed: 0 });

    await control.reset();
    expect(await run()).toMatchObject({ changed: 2 });
    for (const id of [1, 2]) expect(getLevelPrice(await planOf(id), "affiliate")).toBeTypeOf("bigint");
    expect((await historyOf(2))[0]?.changes).toEqual({ listed: ["false", "true"] });
  });

  it("stops selling the plans of a network or type that was turned off", async () => {
    const [first, second] = [await planOf(1), await planOf(60)];
    expect(first.networkId).not.toBe(second.networkId);
    await control.setNetwork({ id: first.networkId, active: false, name: "Renamed" });
    await control.setType({ id: second.typeId, active: false });
    await run();
    expect(await planOf(1)).toMatchObject({ networkName: "Renamed", networkActive: false });
    for (const id of [1, 60]) expect(getLevelPrice(await planOf(id), "affiliate")).toBeUndefined();
  });

  it("denies access to visitors and resellers", async () => {
    await expect(syncCatalogue(test.ctx({ kind: "visitor" }))).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const reseller = test.ctx({
      kind: "reseller",
      id: 1,
      email: "r@example.com",
      level: "api",
      sessionId: 1,
    });
    await expect(syncCatalogue(reseller)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the plain list", () => {
  it.each([
    ["array", 9001],
    ["mobile_networks", 9002],
  ] as const)("keeps level prices where the standard price is the same (%s)", async (plainList, added) => {
    await withoutFilteredList();
    await control.settings({ dialect: { plainList } });
    const [same, dearer] = [await planOf(1), await planOf(3)];
    await control.setPlan({ id: 3, prices: { standard: dearer.amount + 5000n } });
    await control.setPlan({ id: added });
    expect(await run()).toMatchObject({ source: "plain" });
    expect((await now()).source).toBe("plain");
    expect(await planOf(1)).toEqual(same);
    const repriced = await planOf(3);
    expect(repriced.amount).toBe(dearer.amount + 5000n);
    for (const plan of [repriced, await planOf(added)]) {
      expect(plan.amounts).toEqual({ smart_earner: null, affiliate: null, top_user: null, api: null });
      expect([plan.cost, getLevelPrice(plan, "api")]).toEqual([null, undefined]);
    }

    await control.clearFaults();
    await run();
    expect(getLevelPrice(await planOf(added), "affiliate")).toBeTypeOf("bigint");
  });

  it("skips and logs an unknown type", async () => {
    await withoutFilteredList();
    const { typeId } = await planOf(1);
    await control.setType({ id: typeId, name: "Brand New" });
    await run();
    expect((await planOf(1)).delistedAt).toBeInstanceOf(Date);
    const lines = vi.mocked(process.stderr.write).mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.includes("catalogue.left_out"))).toMatchObject([
      expect.stringContaining("Brand New"),
    ]);
  });

  it("is rejected without changes when most of its names are unknown", async () => {
    await withoutFilteredList();
    const before = await now();
    for (const { id } of before.networks) await control.setNetwork({ id, name: `Other ${id}` });
    await expect(run()).rejects.toMatchObject({ code: "unavailable" });
    const after = await now();
    expect(after.version).toBe(before.version);
    expect(after.failure).toBe(
      "The main supplier's plain list was rejected: most of its networks or types are unknown here.",
    );
  });
});

describe("a sync without a list", () => {
  it("keeps the plans and records the failure until the next valid list", async () => {
    const before = await now();
    for (const route of ["filtered", "plain"] as const) {
      await control.order("not-found", { route, times: "always" });
    }
    await expect(run()).rejects.toMatchObject({ code: "unavailable" });
    const failed = await now();
    expect(failed).toMatchObject({ version: before.version, syncedAt: before.syncedAt, plans: before.plans });
    expect(failed.failure).toBe("The upstream gave no plan list: HTTP 404.");
    const [row] = await test.sql`select failed_at from suppliers`;
    expect(row?.failed_at).not.toBeNull();

    await control.clearFaults();
    await run();
    expect((await now()).failure).toBeNull();
  });
});

describe("concurrent syncs", () => {
  it("agree on one version and record each change once", async () => {
    const { version } = await now();
    await control.setPlan({ id: 5, prices: { api: 12_300n } });
    const release = await holdTransaction(test.db, sql`select from catalogue for update`);
    const running = [1, 2, 3, 4].map(() => run());
    await waitForLocks(test.systemCtx, 4);
    await release();
    const views = await Promise.all(running);
    expect(views.map(({ version }) => version)).toEqual(Array(4).fill(version + 1));
    expect(views.filter(({ changed }) => changed === 1)).toHaveLength(1);
    expect(await test.sql`select from plan_changes where version > ${version}`).toHaveLength(1);
    expect((await planOf(5)).amounts.api).toBe(12_300n);
  });

  it("ignore a list that was requested before the stored one", async () => {
    await test.sql`update suppliers set synced_at = now() + interval '1 hour' where id = 1`;
    const { version } = await now();
    await control.setPlan({ id: 6, prices: { api: 45_600n } });
    expect(await run()).toMatchObject({ version, changed: 0 });
    expect((await planOf(6)).amounts.api).not.toBe(45_600n);
    await test.sql`update suppliers set synced_at = now() where id = 1`;
    expect(await run()).toMatchObject({ version: version + 1, changed: 1 });
  });
});
