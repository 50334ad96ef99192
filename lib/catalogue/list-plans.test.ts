import { afterAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase } from "#db/testing";
import type { Ctx, Level } from "#lib/core/context";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { startSandbox } from "#sandbox/server";
import { getCatalogue } from "./get-catalogue.ts";
import { ListPlansInput, listPlans } from "./list-plans.ts";
import { parseSizeMb } from "./natural-order.ts";
import { findPlanOffer, requirePlanOffer } from "./plan-offer.ts";
import type { PlanView } from "./plan-view.ts";

const as = (level: Level): Ctx =>
  test.ctx({ kind: "reseller", id: 1, email: "r@example.com", level, sessionId: 1 });
const listed = (input: Record<string, unknown> = {}, level: Level = "affiliate") =>
  listPlans(as(level), ListPlansInput.parse(input));

vi.spyOn(process.stderr, "write").mockReturnValue(true);
const [test, sandbox] = await Promise.all([createTestDatabase(), startSandbox()]);
process.env.UPSTREAM_BASE_URL = sandbox.url;
process.env.UPSTREAM_API_TOKEN = sandbox.token;
await syncCatalogue(test.systemCtx);
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

  it("is sorted by network, type, size and price", async () => {
    const { plans } = await listed();
    const keys = plans.map(({ networkId, typeId, size, volume, price }) => [
      networkId,
      typeId,
      parseSizeMb(size, volume),
      Number(price),
    ]);
    const sorted = keys.toSorted((a, b) => {
      const index = a.findIndex((value, index) => value !== b[index]);
      return index < 0 ? 0 : Number(a[index]) - Number(b[index]);
    });
    expect(keys).toEqual(sorted);
  });

  it("lists the same filter choices whatever is filtered", async () => {
    const all = await listed();
    const none = await listed({ words: "nothing has this word" });
    expect(none.plans).toEqual([]);
    expect(none).toMatchObject({ networks: all.networks, types: all.types, validities: all.validities });
    expect(all.networks).toHaveLength(4);
    expect(all.types.length).toBeGreaterThan(8);
    expect(all.validities).toContain("Monthly");
  });

  it("applies each filter, and all together", async () => {
    const { plans } = await listed();
    const pattern = plans.find(({ networkId, volume }) => networkId === 2 && volume === "GB");
    if (!pattern) throw new Error("no such plan");
    const { networkId, typeId, validityNormalized, price } = pattern;
    const expectAll = async (input: Record<string, unknown>, fits: (plan: PlanView) => boolean) => {
      const filtered = (await listed(input)).plans;
      expect(filtered).toEqual(plans.filter(fits));
      expect(filtered).toContainEqual(pattern);
      expect(filtered.length).toBeLessThan(plans.length);
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

  it("finds plans by the beginnings of words", async () => {
    const names = async (words: string) =>
      (await listed({ words })).plans.map(
        ({ size, volume, networkName, typeName }) => `${size}${volume} ${networkName} ${typeName}`,
      );
    const matches = await names("1gb mtn sme");
    expect(matches.length).toBeGreaterThan(0);
    for (const name of matches) expect(name).toMatch(/^1GB MTN SME/i);
    expect(await names(" SME  mtn,1GB ")).toEqual(matches);
    expect(await names("1 gb mtn sme")).toEqual(expect.arrayContaining(matches));
    expect(await names("gb1")).toEqual([]);
  });

  it("ignores invalid filters", async () => {
    const all = await listed();
    const invalid = { network: "x", type: "-1", min: "free", max: {}, validity: ["a"], words: 7 };
    expect((await listed(invalid)).plans).toEqual(all.plans);
    expect(ListPlansInput.parse({ min: "1,000.50" }).min).toBe(100_050n);
  });

  it("denies access to all but resellers", async () => {
    await expect(listPlans(test.systemCtx, {})).rejects.toMatchObject({ code: "not_found" });
    await expect(listPlans(test.ctx({ kind: "visitor" }), {})).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});

describe("one plan", () => {
  it("is offered at the price of the level, unless it isn't sold", async () => {
    const [first] = (await listed()).plans;
    if (!first) throw new Error("nothing is sold");
    const catalogue = await getCatalogue(as("affiliate"));
    expect(findPlanOffer(catalogue, first.id, { level: "affiliate", agent: undefined })).toMatchObject({
      plan: { id: first.id },
      price: first.price,
    });
    const { plans } = await sandbox.control.plans();
    const inactive = plans.find(({ active }) => !active);
    for (const id of [inactive?.id ?? 0, 424_242]) {
      expect(findPlanOffer(catalogue, id, { level: "affiliate", agent: undefined })).toBeUndefined();
      expect(() => requirePlanOffer(catalogue, id, { level: "affiliate", agent: undefined })).toThrow(
        expect.objectContaining({ fields: { plan: ["This plan isn’t available. Choose another one."] } }),
      );
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
    expect(parseSizeMb(size, volume)).toBe(mb);
  });
});
