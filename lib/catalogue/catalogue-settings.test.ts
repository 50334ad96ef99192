import { sql } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { getAuditHistory } from "#lib/audit/audit-history";
import { type Ctx, LEVELS } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reviewPurchase } from "#lib/purchase/place/review-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { openScene } from "#lib/testing/open-scene";
import { getAdminPlan } from "./admin-plan.ts";
import { listAvailabilitySwitches, setAvailabilitySwitch } from "./availability-switches.ts";
import { getCatalogue } from "./get-catalogue.ts";
import { listPlans } from "./list-plans.ts";
import { planList } from "./plan-list.ts";
import { previewPriceRule, removePriceRule, savePriceRule } from "./price/change-price-rules.ts";
import { listPriceRules } from "./price/list-price-rules.ts";
import { getLevelPrice } from "./price/price.ts";
import type { PriceChange } from "./price/price-sheet.ts";
import { setPlanSettings } from "./set-plan-settings.ts";

const at = await openScene();
const admin = await at.admin();
afterEach(async () => {
  await at.system.db.execute(sql`delete from price_rules`);
  await at.system.db.execute(sql`delete from availability_switches`);
  await at.system.db.execute(sql`update catalogue set version = version + 1, changed_at = clock_timestamp()`);
});

const ALL = { networkId: null, typeId: null, planId: null, level: null };
const readVersion = async () => (await getCatalogue(admin)).version;
const ruled = async (scope: object, kind: "flat" | "percent", value: string) =>
  savePriceRule(admin, {
    ...ALL,
    ...scope,
    kind,
    value,
    expectedVersion: await readVersion(),
    reason: "a test",
  });
const planOf = async (id: number) => {
  const plan = (await getCatalogue(admin)).plans.get(id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
};
const buy = (ctx: Ctx, n: number, given: object = {}) =>
  placePurchase(ctx, {
    ref: crypto.randomUUID(),
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(n),
    ...given,
  });

it("changes exactly the prices in the preview of a rule, and records each", async () => {
  const { networkId } = at.offered(0);
  const preview = await previewPriceRule(admin, { ...ALL, networkId, kind: "percent", value: "12.5" });
  const changed = await ruled({ networkId }, "percent", "12.5");
  const sheets = (prices: PriceChange[]) => prices.map(({ plan, before, after }) => [plan.id, before, after]);
  expect(sheets(changed)).toEqual(sheets(preview.prices));
  expect(changed.length).toBeGreaterThan(0);
  for (const { plan, after } of changed) {
    expect(plan.networkId).toBe(networkId);
    const now = await planOf(plan.id);
    for (const level of LEVELS) expect(getLevelPrice(now, level) ?? null).toBe(after.prices[level]);
    const { prices } = await getAdminPlan(admin, { planId: plan.id });
    expect(prices.at(-2)).toMatchObject(after);
  }
  const [record] = await getAuditHistory(admin, { subject: "price rule", subjectId: `network ${networkId}` });
  expect(record).toMatchObject({
    actorName: "Admin 1",
    action: "price.ruled",
    reason: "a test",
    after: { markup: "+12.5%" },
  });
  const [rule] = await listPriceRules(admin);
  await removePriceRule(admin, {
    ruleId: rule?.id ?? 0,
    expectedVersion: await readVersion(),
    reason: "over",
  });
  expect(getLevelPrice(await planOf(changed[0]?.plan.id ?? 0), "affiliate")).toBe(
    changed[0]?.before.prices.affiliate,
  );
});

it("rejects a price from before a rule as price_changed", async () => {
  const { ctx } = await at.reseller();
  const { planId, price } = at.offered(3);
  await ruled({ planId }, "flat", "25");
  await expect(buy(ctx, 3)).rejects.toMatchObject({ code: "price_changed" });
  const cost = (await planOf(planId)).cost ?? 0n;
  const { purchase } = await buy(ctx, 3, { price: cost + 2_500n });
  expect(purchase.price).toBe(cost + 2_500n);
  expect(purchase.price).not.toBe(price);
});

it("returns conflict with the first change to the second of two admins who previewed the same prices", async () => {
  const { planId } = at.offered(4);
  const version = await readVersion();
  const save = (value: string, reason: string) =>
    savePriceRule(admin, { ...ALL, planId, kind: "flat", value, expectedVersion: version, reason });
  const results = await Promise.allSettled([save("10", "the first"), save("20", "the second")]);
  const [won] = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const [lost] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(won).toHaveLength(1);
  expect(lost).toMatchObject({
    code: "conflict",
    facts: { changed: { who: "Admin 1", action: "price.ruled" } },
  });
  expect(await readVersion()).toBe(version + 1);
  expect(await getAuditHistory(admin, { subject: "price rule", subjectId: `plan ${planId}` })).toHaveLength(
    1,
  );
});

it("sells nothing below its cost, and shows it to admins", async () => {
  const { ctx } = await at.reseller();
  const { planId } = at.offered(5);
  await ruled({ planId, level: "affiliate" }, "flat", "-1");
  await expect(buy(ctx, 5)).rejects.toMatchObject({ code: "invalid" });
  const plan = await getAdminPlan(admin, { planId });
  expect(plan.levels.affiliate).toMatchObject({ reason: "below_cost", margin: -100n });
  expect(plan.belowCost).toEqual(["affiliate"]);
  expect(plan.reason).toBeNull();
  const below = await planList.page(admin, { state: "below_cost" });
  expect(below.rows.map(({ id }) => id)).toEqual([planId]);
});

it("rejects purchases of a network that is turned off, with the operator's message", async () => {
  const { ctx } = await at.reseller();
  const { networkId, planId } = at.offered(6);
  const off = (version: number) =>
    setAvailabilitySwitch(admin, {
      networkId,
      typeId: null,
      to: "off",
      message: "Back at five.",
      version,
      reason: "network down",
    });
  await off(0);
  await expect(buy(ctx, 6)).rejects.toMatchObject({
    code: "plan_off",
    message: "Service unavailable!.",
    facts: { message: "Back at five." },
  });
  const shown = await listPlans(ctx, {});
  expect(shown.off).toEqual([{ what: (await planOf(planId)).networkName, message: "Back at five." }]);
  expect(shown.plans.some((plan) => plan.networkId === networkId)).toBe(false);
  await expect(
    reviewPurchase(ctx, { planId, networkId, phone: "08031234567", again: false }),
  ).rejects.toMatchObject({
    fields: { plan: ["Back at five."] },
  });
  await expect(off(0)).rejects.toMatchObject({ code: "conflict", facts: { changed: { who: "Admin 1" } } });
  const current = (await listAvailabilitySwitches(admin)).find(
    (view) => view.networkId === networkId && view.typeId === null,
  );
  expect(current).toMatchObject({ off: true, version: 1 });
  await setAvailabilitySwitch(admin, {
    networkId,
    typeId: null,
    to: "on",
    message: "",
    version: 1,
    reason: "network is back",
  });
  await buy(ctx, 6);
  const records = await getAuditHistory(admin, { subject: "sale", subjectId: `network ${networkId}` });
  expect(records.map(({ action }) => action)).toEqual(["sale.switched_off", "sale.switched_on"]);
});

it("returns the purchase of a ref from before the switch", async () => {
  const { ctx } = await at.reseller();
  const { purchase } = await buy(ctx, 7, { ref: "before" });
  const all = { networkId: null, typeId: null, message: "Closed.", reason: "a test" };
  await setAvailabilitySwitch(admin, { ...all, to: "off", version: 0 });
  expect((await buy(ctx, 7, { ref: "before" })).purchase.ident).toBe(purchase.ident);
  await expect(buy(ctx, 7)).rejects.toMatchObject({ code: "plan_off" });
});

it("renames a plan for later purchases and hides it, and rejects an outdated form", async () => {
  const { ctx } = await at.reseller();
  const { planId } = at.offered(8);
  const set = (shown: "yes" | "no", name: string, version: number) =>
    setPlanSettings(admin, { planId, shown, name, version, reason: "a test" });
  const { purchase: earlier } = await buy(ctx, 8);
  await set("yes", "Weekend", 0);
  const { purchase } = await buy(ctx, 8);
  expect((await getPurchase(ctx, { ident: purchase.ident })).typeName).toBe("Weekend");
  expect((await getPurchase(ctx, { ident: earlier.ident })).typeName).toBe(earlier.typeName);
  await expect(set("no", "Weekend", 0)).rejects.toMatchObject({
    code: "conflict",
    facts: { changed: { action: "plan.terms" } },
  });
  await set("no", "Weekend", 1);
  await expect(buy(ctx, 8)).rejects.toMatchObject({ code: "invalid" });
  expect((await getAdminPlan(admin, { planId })).history).toHaveLength(2);
});

it("prevents changes of past prices", async () => {
  await expect(admin.db.execute(sql`update plan_prices set cost = 1`)).rejects.toThrow();
  await expect(admin.db.execute(sql`delete from plan_prices`)).rejects.toThrow();
});

it("denies access to resellers and visitors", async () => {
  const { ctx: reseller } = await at.reseller();
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  const { planId } = at.offered(0);
  const flat = {
    ...ALL,
    kind: "flat" as const,
    value: "1",
    expectedVersion: await readVersion(),
    reason: "mine",
  };
  const settings = { planId, shown: "no" as const, name: "", version: 0, reason: "mine" };
  const off = { networkId: null, typeId: null, to: "off" as const, message: "x", version: 0, reason: "mine" };
  for (const [ctx, code] of [
    [reseller, "not_found"],
    [visitor, "unauthenticated"],
  ] as const) {
    for (const attempt of [
      savePriceRule(ctx, flat),
      removePriceRule(ctx, { ruleId: 1, expectedVersion: 1, reason: "mine" }),
      previewPriceRule(ctx, flat),
      setAvailabilitySwitch(ctx, off),
      setPlanSettings(ctx, settings),
      planList.page(ctx, {}),
      getAdminPlan(ctx, { planId }),
      listPriceRules(ctx),
      listAvailabilitySwitches(ctx),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code });
    }
  }
});
