import { beforeAll, describe, expect, test } from "vitest";
import { actForReseller, type Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { openScene } from "#lib/testing/open-scene";
import { getShop } from "./get-shop.ts";
import type { ShopPaymentMethod } from "./payment-method.ts";
import { getPriceList } from "./price-list.ts";
import { openShop, type SaveShopInput, saveShop } from "./save-shop.ts";
import { saveShopPlan } from "./save-shop-plan.ts";
import { removeShopRule, saveShopRule, setShopRounding } from "./save-shop-rule.ts";
import { getOwnShop } from "./shop-view.ts";
import { openTestShop } from "./testing/test-shop.ts";

const at = await openScene();
const { ctx } = await at.reseller();
const { ctx: stranger } = await at.reseller();
await openTestShop(ctx, "ada", "10", "Ada");
await openTestShop(stranger, "obi", "0", "Obi");

const settings = {
  name: "Ada's Data",
  slug: "ada-data",
  note: "Open from 8.",
  phone: "",
  whatsapp: "+234 803 123 4568",
  hue: "155",
  paymentWindowMinutes: "30",
  payments: [{ kind: "bank", bank: "First", accountName: "Ada", accountNumber: "0123456789" }],
} satisfies SaveShopInput;

test("shows customers the owner's changes", async () => {
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

test("leaves the details that aren't given as they are", async () => {
  await saveShop(ctx, settings);
  const before = await getOwnShop(ctx);
  await saveShop(ctx, { hue: "20" });
  await saveShop(ctx, { payments: [{ kind: "cash", where: "In Aba." }], paymentWindowMinutes: "120" });
  expect(await getOwnShop(ctx)).toEqual({
    ...before,
    hue: 20,
    payments: [{ kind: "cash", where: "In Aba." }],
    paymentWindowMinutes: 120,
  });
});

test("finds the shop at a former address, which stays reserved", async () => {
  await saveShop(ctx, settings);
  expect((await getShop(at.system, { slug: "ada" })).slug).toBe("ada-data");
  await expect(saveShop(stranger, { ...settings, slug: "ada" })).rejects.toMatchObject({
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

test("gives an address to one of two concurrent shops", async () => {
  const results = await Promise.allSettled([
    saveShop(ctx, { ...settings, slug: "wanted" }),
    saveShop(stranger, { ...settings, slug: "wanted" }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const rejected = results.find((result) => result.status === "rejected");
  expect(rejected?.reason).toMatchObject({ code: "invalid", fields: { slug: [expect.any(String)] } });
  await saveShop(ctx, settings);
  await saveShop(stranger, { ...settings, slug: "obi" });
});

test("limits the addresses of a shop", async () => {
  const { ctx: greedy } = await at.reseller();
  const opening = { name: "Greedy", phone: "", markup: "5", payments: settings.payments };
  await openShop(greedy, { ...opening, slug: "greedy-1" });
  for (let n = 2; n <= 10; n++) await saveShop(greedy, { ...settings, slug: `greedy-${n}` });
  await expect(saveShop(greedy, { ...settings, slug: "greedy-11" })).rejects.toMatchObject({
    code: "invalid",
  });
  expect((await saveShop(greedy, { ...settings, slug: "greedy-1" })).slug).toBe("greedy-1");
});

test("rejects opening a shop without a payment method", async () => {
  const { ctx: new_ } = await at.reseller();
  const opening = { name: "New", slug: "new-shop", phone: "", markup: "5" };
  await expect(openShop(new_, { ...opening, payments: [] })).rejects.toThrow(/at least one payment method/);
});

test("prices one plan by its own markup, its own price, or the rules again", async () => {
  const { plans } = await getPriceList(stranger);
  const { planId = 0, price = 0n, sellingPrice = 0n } = plans[1] ?? {};
  const now = async () => (await getPriceList(stranger)).plans[1];
  await setShopRounding(stranger, { rounding: "0" });
  await saveShopPlan(stranger, { planId, pricing: "percent", value: "50" });
  expect(await now()).toMatchObject({ own: false, sellingPrice: (price * 15_000n + 5_000n) / 10_000n });
  await saveShopPlan(stranger, { planId, pricing: "flat", value: "7" });
  expect(await now()).toMatchObject({ own: false, sellingPrice: price + 700n });
  expect((await getPriceList(stranger)).rules.filter((rule) => rule.planId === planId)).toHaveLength(1);
  await saveShopPlan(stranger, { planId, pricing: "fixed", value: "12,000.50" });
  expect(await now()).toMatchObject({ own: true, sellingPrice: 1_200_050n });
  expect((await getPriceList(stranger)).rules.filter((rule) => rule.planId === planId)).toEqual([]);
  await saveShopPlan(stranger, { planId });
  expect(await now()).toMatchObject({ own: false, sellingPrice: price });
  await setShopRounding(stranger, { rounding: "10" });
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
  const input = { planId: before?.planId ?? 0, pricing, value };
  await expect(saveShopPlan(stranger, input)).rejects.toThrow(/Enter/);
  expect((await getPriceList(stranger)).plans[0]).toEqual(before);
});

test("keeps one price of a plan that is saved ten times at once", async () => {
  const { planId = 0 } = (await getPriceList(stranger)).plans[0] ?? {};
  const values = Array.from({ length: 10 }, (_, n) => String(n + 1));
  await Promise.all(values.map((value) => saveShopPlan(stranger, { planId, pricing: "flat", value })));
  expect((await getPriceList(stranger)).rules.filter((rule) => rule.planId === planId)).toHaveLength(1);
  await saveShopPlan(stranger, { planId });
});

test.each<[string, Partial<SaveShopInput>]>([
  ["another shop's address", { slug: "obi" }],
  ["an address with other signs", { slug: "ada/../x" }],
  ["no payment method", { payments: [] }],
  ["an invalid number", { phone: "12" }],
  ["an invalid colour", { hue: "400" }],
])("rejects %s, without changes", async (_what, wrong) => {
  const before = await getOwnShop(ctx);
  await expect(saveShop(ctx, { ...settings, name: "Changed", ...wrong })).rejects.toThrow();
  expect(await getOwnShop(ctx)).toEqual(before);
});

test("replaces the rule of a scope; after its removal the next wider one applies", async () => {
  const [plan] = (await getPriceList(ctx)).plans;
  if (!plan) throw new Error("no plans");
  const { networkId, typeName } = plan;
  await setShopRounding(ctx, { rounding: "0" });
  await saveShopRule(ctx, { networkId, typeName, kind: "flat", value: "20" });
  await saveShopRule(ctx, { networkId, typeName, kind: "flat", value: "50" });
  const narrow = await getPriceList(ctx);
  expect(narrow.rules).toHaveLength(2);
  expect(narrow.plans[0]?.profit).toBe(5_000n);
  const rule = narrow.rules.find((candidate) => candidate.networkId === networkId);
  await expect(removeShopRule(stranger, { id: rule?.id ?? 0 })).rejects.toMatchObject({ code: "not_found" });
  await removeShopRule(ctx, { id: rule?.id ?? 0 });
  expect((await getPriceList(ctx)).plans[0]?.profit).toBe((plan.price * 1_000n + 5_000n) / 10_000n);
});

test.each(["-5", "ten", "1.234", "99999"])("rejects a markup of %s percent", async (value) => {
  await expect(saveShopRule(ctx, { kind: "percent", value })).rejects.toThrow(/percentage/);
});

describe("with a cookie only, without the password", () => {
  const slug = "third-shop";
  const payments: ShopPaymentMethod[] = [{ kind: "cash", where: "In Aba." }];
  const look = { ...settings, slug, payments, note: "Open from 9.", phone: "", whatsapp: "" };
  let cookieAlone: Ctx;
  beforeAll(async () => {
    const { id } = await at.reseller();
    cookieAlone = actForReseller(at.system, { id, email: "", level: "affiliate" });
    await openShop(cookieAlone, { name: "Third", slug, note: look.note, phone: "", markup: "0", payments });
  });

  test("changes a shop's appearance", async () => {
    await saveShop(cookieAlone, { ...look, name: "Third and last", hue: 200, paymentWindowMinutes: 60 });
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

test("denies changes of a shop to a customer, a visitor and an admin", async () => {
  for (const actor of [
    { kind: "customer", resellerId: 1 },
    { kind: "visitor" },
    { kind: "admin", id: 1, email: "a", sessionId: 1, permissions: ALL_PERMISSIONS },
  ] as const)
    await expect(saveShop({ ...at.system, actor }, settings)).rejects.toMatchObject({ name: "PortalError" });
});
