import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { type Scene, scene } from "#lib/testing/scene";
import { getShop } from "./get-shop.ts";
import type { PaymentWay } from "./payment-way.ts";
import { priceList } from "./price-list.ts";
import { savePlan } from "./save-plan.ts";
import { removeRule, saveRule, setRounding } from "./save-rule.ts";
import { openShop, type SaveShopInput, saveShop } from "./save-shop.ts";
import { ownShop } from "./shop-view.ts";

let at: Scene;
let ctx: Ctx;
let other: Ctx;

beforeAll(async () => {
  at = await scene();
  ({ ctx } = await at.reseller());
  other = (await at.reseller()).ctx;
  const payments: PaymentWay[] = [{ kind: "cash", where: "12 Allen Avenue." }];
  await openShop(ctx, { name: "Ada", slug: "ada", phone: "0803 123 4567", markup: "10", payments });
  await openShop(other, { name: "Obi", slug: "obi", phone: "", markup: "0", payments });
});
afterAll(() => at.close());

const settings: SaveShopInput = {
  name: "Ada's Data",
  slug: "ada-data",
  note: "Open from 8.",
  phone: "",
  whatsapp: "+234 803 123 4568",
  hue: "155",
  payWithin: "30",
  payments: [{ kind: "bank", bank: "First", accountName: "Ada", accountNumber: "0123456789" }],
};

test("what the owner saves is what customers see", async () => {
  await saveShop(ctx, settings);
  const seen = await getShop(at.system, { slug: "ada-data" });
  expect(seen).toMatchObject({
    name: "Ada's Data",
    note: "Open from 8.",
    phone: null,
    hue: 155,
    pays: ["bank"],
  });
  expect(seen.whatsapp).toEqual({ text: "0803 123 4568", e164: "+2348031234568" });
  expect(JSON.stringify(seen, (_key, value) => String(value))).not.toContain("0123456789");
});

test("a former address leads to the shop, and stays its own", async () => {
  await saveShop(ctx, settings);
  expect((await getShop(at.system, { slug: "ada" })).slug).toBe("ada-data");
  await expect(saveShop(other, { ...settings, slug: "ada" })).rejects.toMatchObject({
    code: "invalid",
    fields: { slug: [expect.stringContaining("taken")] },
  });
  const { ctx: third } = await at.reseller();
  const opening = { name: "Third", phone: "", markup: "5", payments: settings.payments };
  await expect(openShop(third, { ...opening, slug: "ada" })).rejects.toMatchObject({ code: "invalid" });
  await saveShop(ctx, { ...settings, slug: "ada" });
  expect((await getShop(at.system, { slug: "ada-data" })).slug).toBe("ada");
  await saveShop(ctx, settings);
});

test("two shops that want one address at once: exactly one gets it", async () => {
  const results = await Promise.allSettled([
    saveShop(ctx, { ...settings, slug: "wanted" }),
    saveShop(other, { ...settings, slug: "wanted" }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = results.find((result) => result.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "invalid", fields: { slug: [expect.any(String)] } });
  await saveShop(ctx, settings);
  await saveShop(other, { ...settings, slug: "obi" });
});

test("a shop may not take address after address for itself", async () => {
  const { ctx: greedy } = await at.reseller();
  const opening = { name: "Greedy", phone: "", markup: "5", payments: settings.payments };
  await openShop(greedy, { ...opening, slug: "greedy-1" });
  for (let n = 2; n <= 10; n++) await saveShop(greedy, { ...settings, slug: `greedy-${n}` });
  await expect(saveShop(greedy, { ...settings, slug: "greedy-11" })).rejects.toMatchObject({
    code: "invalid",
  });
  expect((await saveShop(greedy, { ...settings, slug: "greedy-1" })).slug).toBe("greedy-1");
});

test("a shop cannot be opened without a way to pay", async () => {
  const { ctx: new_ } = await at.reseller();
  const opening = { name: "New", slug: "new-shop", phone: "", markup: "5" };
  await expect(openShop(new_, { ...opening, payments: [] })).rejects.toThrow(/at least one way to pay/);
});

test("one plan is priced by a markup or a price of its own, in place of each other, and by the rules again", async () => {
  const { plans } = await priceList(other);
  const { planId = 0, price = 0n, retail = 0n } = plans[1] ?? {};
  const now = async () => (await priceList(other)).plans[1];
  await setRounding(other, { rounding: "0" });
  await savePlan(other, { planId, pricing: "percent", value: "50" });
  expect(await now()).toMatchObject({ own: false, retail: (price * 15_000n + 5_000n) / 10_000n });
  await savePlan(other, { planId, pricing: "flat", value: "7" });
  expect(await now()).toMatchObject({ own: false, retail: price + 700n });
  expect((await priceList(other)).rules.filter((rule) => rule.planId === planId)).toHaveLength(1);
  await savePlan(other, { planId, pricing: "fixed", value: "12,000.50" });
  expect(await now()).toMatchObject({ own: true, retail: 1_200_050n });
  expect((await priceList(other)).rules.filter((rule) => rule.planId === planId)).toEqual([]);
  await savePlan(other, { planId });
  expect(await now()).toMatchObject({ own: false, retail: price });
  await setRounding(other, { rounding: "10" });
  expect(await now()).toMatchObject({ retail });
});

test.each([
  ["percent", "-5"],
  ["percent", ""],
  ["flat", "ten"],
  ["fixed", "0"],
  ["fixed", ""],
] as const)("a plan priced by %s of %j is refused, and stays as it was", async (pricing, value) => {
  const [before] = (await priceList(other)).plans;
  const input = { planId: before?.planId ?? 0, pricing, value };
  await expect(savePlan(other, input)).rejects.toThrow(/Type/);
  expect((await priceList(other)).plans[0]).toEqual(before);
});

test("saved ten times at once, a plan has one price", async () => {
  const { planId = 0 } = (await priceList(other)).plans[0] ?? {};
  const values = Array.from({ length: 10 }, (_, n) => String(n + 1));
  await Promise.all(values.map((value) => savePlan(other, { planId, pricing: "flat", value })));
  expect((await priceList(other)).rules.filter((rule) => rule.planId === planId)).toHaveLength(1);
  await savePlan(other, { planId });
});

test.each<[string, Partial<SaveShopInput>]>([
  ["another shop's address", { slug: "obi" }],
  ["an address with other signs", { slug: "ada/../x" }],
  ["no way to pay", { payments: [] }],
  ["a number that is none", { phone: "12" }],
  ["a colour that is none", { hue: "400" }],
])("%s is refused, and nothing changes", async (_what, wrong) => {
  const before = await ownShop(ctx);
  await expect(saveShop(ctx, { ...settings, name: "Changed", ...wrong })).rejects.toThrow();
  expect(await ownShop(ctx)).toEqual(before);
});

test("a rule for a scope replaces the one it had; removed, the next wider one counts", async () => {
  const [plan] = (await priceList(ctx)).plans;
  if (!plan) throw new Error("no plans");
  const { networkId, typeName } = plan;
  await setRounding(ctx, { rounding: "0" });
  await saveRule(ctx, { networkId, typeName, kind: "flat", value: "20" });
  await saveRule(ctx, { networkId, typeName, kind: "flat", value: "50" });
  const narrow = await priceList(ctx);
  expect(narrow.rules).toHaveLength(2);
  expect(narrow.plans[0]?.profit).toBe(5_000n);
  const rule = narrow.rules.find((one) => one.networkId === networkId);
  await expect(removeRule(other, { id: rule?.id ?? 0 })).rejects.toMatchObject({ code: "not_found" });
  await removeRule(ctx, { id: rule?.id ?? 0 });
  expect((await priceList(ctx)).plans[0]?.profit).toBe((plan.price * 1_000n + 5_000n) / 10_000n);
});

test.each(["-5", "ten", "1.234", "99999"])("a markup of %s per cent is refused", async (value) => {
  await expect(saveRule(ctx, { kind: "percent", value })).rejects.toThrow(/per cent/);
});

describe("with a cookie alone, without the password", () => {
  const slug = "third-shop";
  const payments: PaymentWay[] = [{ kind: "cash", where: "In Aba." }];
  const look = { ...settings, slug, payments, note: "Open from 9.", phone: "", whatsapp: "" };
  let cookieAlone: Ctx;
  beforeAll(async () => {
    const { id } = await at.reseller();
    const actor = { kind: "reseller", id, email: "", level: "affiliate", sessionId: 0 } as const;
    cookieAlone = { ...at.system, actor };
    await openShop(cookieAlone, { name: "Third", slug, note: look.note, phone: "", markup: "0", payments });
  });

  test("a shop changes how it looks", async () => {
    await saveShop(cookieAlone, { ...look, name: "Third and last", hue: 200, payWithin: 60 });
    expect(await getShop(at.system, { slug })).toMatchObject({ name: "Third and last" });
  });

  test.each<Partial<SaveShopInput>>([
    { payments: settings.payments },
    { note: "Pay to 0123456789 instead." },
    { phone: "08031234567" },
    { whatsapp: "08031234567" },
  ])("no customer is led to pay or to ask elsewhere: %o", async (change) => {
    await expect(saveShop(cookieAlone, { ...look, ...change })).rejects.toMatchObject({
      fields: { confirmPassword: [expect.any(String)] },
    });
    expect(await getShop(at.system, { slug })).toMatchObject({
      note: look.note,
      phone: null,
      pays: ["cash"],
    });
  });
});

test("a customer, a visitor and an admin have no shop to change", async () => {
  for (const actor of [
    { kind: "customer", resellerId: 1 },
    { kind: "visitor" },
    { kind: "admin", id: 1, email: "a", sessionId: 1, permissions: ALL_PERMISSIONS },
  ] as const)
    await expect(saveShop({ ...at.system, actor }, settings)).rejects.toMatchObject({ name: "PortalError" });
});
