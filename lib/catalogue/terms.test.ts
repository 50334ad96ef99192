import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAdmin } from "#lib/account/admins";
import { history } from "#lib/audit/history";
import { type Ctx, LEVELS } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { place } from "#lib/purchase/place/place";
import { review } from "#lib/purchase/place/review";
import { get } from "#lib/purchase/read/get";
import { type Scene, scene } from "#lib/testing/scene";
import { adminPlan } from "./admin-plan.ts";
import { previewRule, removeRule, saveRule } from "./change-rules.ts";
import { current } from "./current.ts";
import { list } from "./list.ts";
import { planList } from "./plan-list.ts";
import { costOf, priceOf } from "./price.ts";
import type { PriceChange } from "./price-sheet.ts";
import { rules } from "./rules.ts";
import { setPlanTerms } from "./set-plan-terms.ts";
import { setSwitch, switches } from "./switches.ts";

let at: Scene;
let admin: Ctx;
beforeAll(async () => {
  at = await scene();
  const { id } = await createAdmin(at.system, {
    email: "ada@example.com",
    name: "Ada",
    password: "kettle-orbit-93-lamp",
  });
  admin = {
    ...at.system,
    actor: { kind: "admin", id, email: "ada@example.com", sessionId: 0, permissions: ALL_PERMISSIONS },
  };
});
afterAll(() => at.close());

const ALL = { networkId: null, typeId: null, planId: null, level: null };
const seen = async () => (await current(admin)).version;
const ruled = async (scope: object, kind: "flat" | "percent", value: string) =>
  saveRule(admin, { ...ALL, ...scope, kind, value, seen: await seen(), reason: "a test" });
const planOf = async (id: number) => {
  const plan = (await current(admin)).plans.get(id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
};
const buy = (ctx: Ctx, n: number, given: object = {}) =>
  place(ctx, {
    ref: crypto.randomUUID(),
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(n),
    ...given,
  });

it("a rule changes exactly the prices that its preview shows, and writes each of them down", async () => {
  const { networkId } = at.offered(0);
  const preview = await previewRule(admin, { ...ALL, networkId, kind: "percent", value: "12.5" });
  const changed = await ruled({ networkId }, "percent", "12.5");
  const sheets = (prices: PriceChange[]) => prices.map(({ plan, before, after }) => [plan.id, before, after]);
  expect(sheets(changed)).toEqual(sheets(preview.prices));
  expect(changed.length).toBeGreaterThan(0);
  for (const { plan, after } of changed) {
    expect(plan.networkId).toBe(networkId);
    const now = await planOf(plan.id);
    for (const level of LEVELS) expect(priceOf(now, level) ?? null).toBe(after.prices[level]);
    const { prices } = await adminPlan(admin, { planId: plan.id });
    expect(prices.at(-2)).toMatchObject(after);
  }
  const [record] = await history(admin, { subject: "price rule", subjectId: `network ${networkId}` });
  expect(record).toMatchObject({
    who: "Ada",
    action: "price.ruled",
    reason: "a test",
    after: { markup: "+12.5 %" },
  });
  const [rule] = await rules(admin);
  await removeRule(admin, { ruleId: rule?.id ?? 0, seen: await seen(), reason: "over" });
  expect(priceOf(await planOf(changed[0]?.plan.id ?? 0), "affiliate")).toBe(
    changed[0]?.before.prices.affiliate,
  );
});

it("a price of before a rule buys nothing more", async () => {
  const { ctx } = await at.reseller();
  const { planId, price } = at.offered(3);
  await ruled({ planId }, "flat", "25");
  await expect(buy(ctx, 3)).rejects.toMatchObject({ code: "price_changed" });
  const cost = costOf(await planOf(planId)) ?? 0n;
  const { purchase } = await buy(ctx, 3, { price: cost + 2_500n });
  expect(purchase.price).toBe(cost + 2_500n);
  expect(purchase.price).not.toBe(price);
});

it("of two admins who looked at the same prices, the second is told what the first changed", async () => {
  const { planId } = at.offered(4);
  const version = await seen();
  const save = (value: string, reason: string) =>
    saveRule(admin, { ...ALL, planId, kind: "flat", value, seen: version, reason });
  const results = await Promise.allSettled([save("10", "the first"), save("20", "the second")]);
  const [won] = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const [lost] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(won).toHaveLength(1);
  expect(lost).toMatchObject({ code: "conflict", facts: { changed: { who: "Ada", action: "price.ruled" } } });
  expect(await seen()).toBe(version + 1);
  expect(await history(admin, { subject: "price rule", subjectId: `plan ${planId}` })).toHaveLength(1);
});

it("nothing is sold below its cost, and the desk says so", async () => {
  const { ctx } = await at.reseller();
  const { planId } = at.offered(5);
  await ruled({ planId, level: "affiliate" }, "flat", "-1");
  await expect(buy(ctx, 5)).rejects.toMatchObject({ code: "invalid" });
  const plan = await adminPlan(admin, { planId });
  expect(plan.levels.affiliate).toMatchObject({ why: "below_cost", margin: -100n });
  expect(plan.belowCost).toEqual(["affiliate"]);
  expect(plan.why).toBeNull();
  const below = await planList.page(admin, { state: "below_cost" });
  expect(below.rows.map(({ id }) => id)).toEqual([planId]);
});

it("what is switched off is refused as unavailable, with the words that the operator chose", async () => {
  const { ctx } = await at.reseller();
  const { networkId, planId } = at.offered(6);
  const off = (version: number) =>
    setSwitch(admin, {
      ...{ networkId, typeId: null, to: "off", message: "Back at five.", version, reason: "network down" },
    });
  await off(0);
  await expect(buy(ctx, 6)).rejects.toMatchObject({
    code: "plan_off",
    message: "Service unavailable!.",
    facts: { message: "Back at five." },
  });
  const shown = await list(ctx, {});
  expect(shown.off).toEqual([{ what: (await planOf(planId)).networkName, message: "Back at five." }]);
  expect(shown.plans.some((plan) => plan.networkId === networkId)).toBe(false);
  await expect(review(ctx, { planId, networkId, phone: "08031234567", again: false })).rejects.toMatchObject({
    fields: { plan: ["Back at five."] },
  });
  await expect(off(0)).rejects.toMatchObject({ code: "conflict", facts: { changed: { who: "Ada" } } });
  const known = (await switches(admin)).find((one) => one.networkId === networkId && one.typeId === null);
  expect(known).toMatchObject({ off: true, version: 1 });
  await setSwitch(admin, {
    ...{ networkId, typeId: null, to: "on", message: "", version: 1, reason: "network is back" },
  });
  await buy(ctx, 6);
  const records = await history(admin, { subject: "sale", subjectId: `network ${networkId}` });
  expect(records.map(({ action }) => action)).toEqual(["sale.switched_off", "sale.switched_on"]);
});

it("a ref that bought before the switch still answers with its purchase", async () => {
  const { ctx } = await at.reseller();
  const { purchase } = await buy(ctx, 7, { ref: "before" });
  const all = { networkId: null, typeId: null, message: "Closed.", reason: "a test" };
  await setSwitch(admin, { ...all, to: "off", version: 0 });
  expect((await buy(ctx, 7, { ref: "before" })).purchase.ident).toBe(purchase.ident);
  await expect(buy(ctx, 7)).rejects.toMatchObject({ code: "plan_off" });
  await setSwitch(admin, { ...all, to: "on", version: 1 });
});

it("a plan is renamed for what is bought from now on, and hidden, one admin at a time", async () => {
  const { ctx } = await at.reseller();
  const { planId } = at.offered(8);
  const set = (shown: "yes" | "no", name: string, version: number) =>
    setPlanTerms(admin, { planId, shown, name, version, reason: "a test" });
  const { purchase: earlier } = await buy(ctx, 8);
  await set("yes", "Weekend", 0);
  const { purchase } = await buy(ctx, 8);
  expect((await get(ctx, { ident: purchase.ident })).typeName).toBe("Weekend");
  expect((await get(ctx, { ident: earlier.ident })).typeName).toBe(earlier.typeName);
  await expect(set("no", "Weekend", 0)).rejects.toMatchObject({
    code: "conflict",
    facts: { changed: { action: "plan.terms" } },
  });
  await set("no", "Weekend", 1);
  await expect(buy(ctx, 8)).rejects.toMatchObject({ code: "invalid" });
  expect((await adminPlan(admin, { planId })).history).toHaveLength(2);
});

it("kept prices and their history cannot be rewritten", async () => {
  await expect(admin.db.execute(sql`update plan_prices set cost = 1`)).rejects.toThrow();
  await expect(admin.db.execute(sql`delete from plan_prices`)).rejects.toThrow();
});

it("none of it is a reseller's or a visitor's", async () => {
  const { ctx: reseller } = await at.reseller();
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  const { planId } = at.offered(0);
  const flat = { ...ALL, kind: "flat" as const, value: "1", seen: await seen(), reason: "mine" };
  const terms = { planId, shown: "no" as const, name: "", version: 0, reason: "mine" };
  const off = { networkId: null, typeId: null, to: "off" as const, message: "x", version: 0, reason: "mine" };
  for (const [ctx, code] of [
    [reseller, "not_found"],
    [visitor, "unauthenticated"],
  ] as const) {
    for (const attempt of [
      saveRule(ctx, flat),
      removeRule(ctx, { ruleId: 1, seen: 1, reason: "mine" }),
      previewRule(ctx, flat),
      setSwitch(ctx, off),
      setPlanTerms(ctx, terms),
      planList.page(ctx, {}),
      adminPlan(ctx, { planId }),
      rules(ctx),
      switches(ctx),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code });
    }
  }
});
