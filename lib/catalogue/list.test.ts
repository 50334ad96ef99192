import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#db/testing";
import type { Ctx, Level } from "#lib/core/context";
import { type Sandbox, startSandbox } from "#sandbox/server";
import { ListInput, list } from "./list.ts";
import { sizeInMb } from "./natural-order.ts";
import { findPlan, type PlanView } from "./plan-view.ts";
import { sync } from "./sync.ts";

let test: TestDatabase;
let sandbox: Sandbox;
const as = (level: Level): Ctx =>
  test.ctx({ kind: "reseller", id: 1, email: "r@example.com", level, sessionId: 1 });
const listed = (input: Record<string, unknown> = {}, level: Level = "affiliate") =>
  list(as(level), ListInput.parse(input));

beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  [test, sandbox] = await Promise.all([testDatabase(), startSandbox()]);
  process.env.UPSTREAM_BASE_URL = sandbox.url;
  process.env.UPSTREAM_API_TOKEN = sandbox.token;
  await sync(test.systemCtx);
});
afterAll(async () => {
  await sandbox.close();
  await test.close();
});

describe("the price list", () => {
  it.each(["smart_earner", "affiliate", "top_user", "api"] as const)("is the %s's own", async (level) => {
    const { plans } = await listed({}, level);
    const sold = await sandbox.control.plans();
    const active = sold.plans.filter((plan) => {
      const type = sold.types.find(({ id }) => id === plan.typeId);
      return plan.active && type?.active;
    });
    expect(plans.map(({ id }) => id).sort((a, b) => a - b)).toEqual(active.map(({ id }) => id));
    for (const { id, price, standardPrice } of plans) {
      const prices = active.find((plan) => plan.id === id)?.prices;
      expect([price, standardPrice]).toEqual([prices?.[level], prices?.standard]);
    }
  });

  it("is in the order of network, type, size and price", async () => {
    const { plans } = await listed();
    const keys = plans.map(({ networkId, typeId, size, volume, price }) => [
      networkId,
      typeId,
      sizeInMb(size, volume),
      Number(price),
    ]);
    const sorted = keys.toSorted((one, other) => {
      const at = one.findIndex((value, index) => value !== other[index]);
      return at < 0 ? 0 : Number(one[at]) - Number(other[at]);
    });
    expect(keys).toEqual(sorted);
  });

  it("tells what the filters may be, whatever is filtered now", async () => {
    const all = await listed();
    const none = await listed({ words: "nothing has this word" });
    expect(none.plans).toEqual([]);
    expect(none).toMatchObject({ networks: all.networks, types: all.types, validities: all.validities });
    expect(all.networks).toHaveLength(4);
    expect(all.types.length).toBeGreaterThan(8);
    expect(all.validities).toContain("Monthly");
  });

  it("is filtered by each filter, and by all together", async () => {
    const { plans } = await listed();
    const pattern = plans.find(({ networkId, volume }) => networkId === 2 && volume === "GB");
    if (!pattern) throw new Error("no such plan");
    const { networkId, typeId, validityNormalized, price } = pattern;
    const expectAll = async (input: Record<string, unknown>, fits: (plan: PlanView) => boolean) => {
      const found = (await listed(input)).plans;
      expect(found).toEqual(plans.filter(fits));
      expect(found).toContainEqual(pattern);
      expect(found.length).toBeLessThan(plans.length);
    };
    await expectAll({ network: String(networkId) }, (plan) => plan.networkId === networkId);
    await expectAll({ type: typeId }, (plan) => plan.typeId === typeId);
    await expectAll(
      { validity: validityNormalized.toLowerCase() },
      (plan) => plan.validityNormalized === validityNormalized,
    );
    await expectAll({ min: price }, (plan) => plan.price >= price);
    await expectAll({ max: price }, (plan) => plan.price <= price);
    const words = `${pattern.size}${pattern.volume} ${pattern.networkName}`.toLowerCase();
    const all = {
      network: networkId,
      type: typeId,
      validity: validityNormalized,
      min: price,
      max: price,
      words,
    };
    expect((await listed(all)).plans).toContainEqual(pattern);
  });

  it("is found by words, from their beginning", async () => {
    const names = async (words: string) =>
      (await listed({ words })).plans.map(
        ({ size, volume, networkName, typeName }) => `${size}${volume} ${networkName} ${typeName}`,
      );
    const found = await names("1gb mtn sme");
    expect(found.length).toBeGreaterThan(0);
    for (const name of found) expect(name).toMatch(/^1GB MTN SME/i);
    expect(await names(" SME  mtn,1GB ")).toEqual(found);
    expect(await names("1 gb mtn sme")).toEqual(expect.arrayContaining(found));
    expect(await names("gb1")).toEqual([]);
  });

  it("takes a filter that makes no sense for none", async () => {
    const all = await listed();
    const odd = { network: "x", type: "-1", min: "free", max: {}, validity: ["a"], words: 7 };
    expect((await listed(odd)).plans).toEqual(all.plans);
    expect(ListInput.parse({ min: "1,000.50" }).min).toBe(100_050n);
  });

  it("is for resellers", async () => {
    await expect(list(test.systemCtx, {})).rejects.toMatchObject({ code: "not_found" });
    await expect(list(test.ctx({ kind: "visitor" }), {})).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

describe("one plan", () => {
  it("has the price of the level, or does not exist", async () => {
    const [first] = (await listed()).plans;
    if (!first) throw new Error("nothing is sold");
    expect(await findPlan(as("affiliate"), first.id, "affiliate")).toEqual(first);
    const { plans } = await sandbox.control.plans();
    const inactive = plans.find(({ active }) => !active);
    for (const id of [inactive?.id ?? 0, 424_242]) {
      await expect(findPlan(as("affiliate"), id, "affiliate")).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("a data size", () => {
  it.each([
    ["500", "MB", 500],
    ["1", "GB", 1024],
    ["1.5", "gb", 1536],
    ["1", "TB", 1_048_576],
    ["512", "KB", 0.5],
    ["", "2GB", 2048],
    ["1,024", "MB", 1024],
    ["", "GB", undefined],
    ["unlimited", "", undefined],
    ["1.2.3", "GB", undefined],
  ])("%s %s is %s MB", (size, volume, mb) => {
    expect(sizeInMb(size, volume)).toBe(mb);
  });
});
