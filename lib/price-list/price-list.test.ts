import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getViolatedConstraint } from "#lib/core/database-error";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { getPriceList } from "./get-price-list.ts";
import { listSellingPrices } from "./read-price-list.ts";
import { removeMarkup, saveMarkup } from "./save-markup.ts";
import { savePlanPrice } from "./save-plan-price.ts";
import { setRounding } from "./set-rounding.ts";

const at = await openScene();
const { ctx } = await at.reseller();
const { ctx: stranger } = await at.reseller();
await saveMarkup(ctx, { kind: "percent", value: "10" });
await saveMarkup(stranger, { kind: "percent", value: "0" });

test("has no prices before the reseller chose a markup", async () => {
  const { ctx: newcomer } = await at.reseller();
  const { list, plans } = await getPriceList(newcomer);
  expect(list).toBeNull();
  expect(plans[0]).toMatchObject({ sellingPrice: null, gain: null });
  expect(await listSellingPrices(newcomer)).toEqual(new Map());
});

test("prices one plan by its own markup, a fixed price, or the wider markups again", async () => {
  const { plans } = await getPriceList(stranger);
  const { id: planId = 0, price = 0n, sellingPrice = 0n } = plans[1] ?? {};
  const now = async () => (await getPriceList(stranger)).plans[1];
  const rulesOfPlan = async () =>
    (await getPriceList(stranger)).list?.rules.filter((rule) => rule.planId === planId);
  await setRounding(stranger, { rounding: "0" });
  await savePlanPrice(stranger, { planId, pricing: "percent", value: "50" });
  expect(await now()).toMatchObject({ sellingPrice: (price * 15_000n + 5_000n) / 10_000n });
  await savePlanPrice(stranger, { planId, pricing: "flat", value: "7" });
  expect(await now()).toMatchObject({ sellingPrice: price + 700n, gain: 700n });
  expect(await rulesOfPlan()).toHaveLength(1);
  await savePlanPrice(stranger, { planId, pricing: "fixed", value: "12,000.50", hidden: true });
  expect(await now()).toMatchObject({ sellingPrice: 1_200_050n, rule: { kind: "fixed" }, hidden: true });
  expect((await listSellingPrices(stranger)).get(planId)).toBe(1_200_050n);
  await savePlanPrice(stranger, { planId });
  expect(await now()).toMatchObject({ rule: null, sellingPrice: price, hidden: false });
  expect(await rulesOfPlan()).toEqual([]);
  await savePlanPrice(stranger, { planId, hidden: true });
  expect(await now()).toMatchObject({ rule: null, sellingPrice: price, hidden: true });
  await savePlanPrice(stranger, { planId });
  await setRounding(stranger, { rounding: "10" });
  expect(await now()).toMatchObject({ sellingPrice });
});

test.each([
  ["percent", "-5"],
  ["percent", ""],
  ["flat", "ten"],
  ["fixed", "0"],
  ["fixed", ""],
] as const)("rejects a plan priced by %s of %j, without changes", async (pricing, value) => {
  const [before] = (await getPriceList(stranger)).plans;
  const input = { planId: before?.id ?? 0, pricing, value };
  await expect(savePlanPrice(stranger, input)).rejects.toThrow(/Enter/);
  expect((await getPriceList(stranger)).plans[0]).toEqual(before);
});

test("keeps one price of a plan that is saved ten times at once, also as the first change", async () => {
  const { ctx: newcomer } = await at.reseller();
  const { id: planId = 0 } = (await getPriceList(newcomer)).plans[0] ?? {};
  const values = Array.from({ length: 10 }, (_, n) => String(n + 1));
  await Promise.all(values.map((value) => savePlanPrice(newcomer, { planId, pricing: "flat", value })));
  expect((await getPriceList(newcomer)).list?.rules).toHaveLength(1);
});

test("replaces the markup of a scope; after its removal the next wider one applies", async () => {
  const [plan] = (await getPriceList(ctx)).plans;
  if (!plan) throw new Error("no plans");
  const { networkId, typeName } = plan;
  await setRounding(ctx, { rounding: "0" });
  await saveMarkup(ctx, { networkId, typeName, kind: "flat", value: "20" });
  await saveMarkup(ctx, { networkId, typeName, kind: "flat", value: "50" });
  const narrow = await getPriceList(ctx);
  expect(narrow.list?.rules).toHaveLength(2);
  expect(narrow.plans[0]?.gain).toBe(5_000n);
  const rule = narrow.list?.rules.find((candidate) => candidate.networkId === networkId);
  await expect(removeMarkup(stranger, { id: rule?.id ?? 0 })).rejects.toMatchObject({ code: "not_found" });
  await removeMarkup(ctx, { id: rule?.id ?? 0 });
  expect((await getPriceList(ctx)).plans[0]?.gain).toBe((plan.price * 1_000n + 5_000n) / 10_000n);
});

test("filters by what customers pay, and the rest as the plans", async () => {
  const { plans } = await getPriceList(ctx);
  const paid = plans.map(({ sellingPrice }) => sellingPrice ?? 0n).toSorted((a, b) => Number(a - b));
  const max = paid[2] ?? 0n;
  const cheap = (await getPriceList(ctx, { max })).plans;
  expect(cheap).toEqual(plans.filter(({ sellingPrice }) => (sellingPrice ?? 0n) <= max));
  expect((await getPriceList(ctx, { max })).all).toEqual(plans);
  expect((await getPriceList(ctx, { network: plans[0]?.networkId })).plans).toEqual(
    plans.filter(({ networkId }) => networkId === plans[0]?.networkId),
  );
});

test.each(["-5", "ten", "1.234", "99999"])("rejects a markup of %s percent", async (value) => {
  await expect(saveMarkup(ctx, { kind: "percent", value })).rejects.toThrow(/percentage/);
});

test("the database keeps one rule for a scope, and a fixed price for single plans only", async () => {
  const { actor } = ctx;
  const insert = (columns: string) =>
    runUnguarded(
      at.system.db,
      sql`insert into price_list_rules (reseller_id, network_id, plan_id, kind, value, hidden)
        values (${actor.kind === "reseller" ? actor.id : 0}, ${sql.raw(columns)})`,
    );
  for (const [wrong, constraint] of [
    ["null, null, 'flat', 5, false", "scope"],
    ["9, null, 'fixed', 5, false", "plan"],
    ["9, null, 'flat', 5, true", "plan"],
    ["9, 7, 'flat', 5, false", "plan"],
    ["null, 7, 'other', 5, false", "kind"],
    ["null, 7, 'fixed', 0, false", "value"],
    ["null, 7, 'flat', -1, false", "value"],
    ["null, 7, null, 5, true", "value"],
    ["null, 7, null, null, false", "content"],
  ] as const) {
    const error = await insert(wrong).catch((thrown) => thrown);
    expect(getViolatedConstraint(error), wrong).toBe(`price_list_rules_${constraint}`);
  }
  await insert("null, 7, 'fixed', 5, true");
});

test("takes no malformed network for all networks", async () => {
  const before = (await getPriceList(ctx)).list?.rules;
  for (const networkId of ["MTN", "0", "-1", {}])
    await expect(saveMarkup(ctx, { networkId, kind: "flat", value: "5" } as never)).rejects.toThrow();
  expect((await getPriceList(ctx)).list?.rules).toEqual(before);
});
