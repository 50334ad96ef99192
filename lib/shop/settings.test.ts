import { beforeAll, describe, expect, test } from "vitest";
import { contactSettings } from "#lib/account/contact-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { actForReseller, type Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { getPriceList } from "#lib/price-list/get-price-list";
import { saveMarkup } from "#lib/price-list/save-markup";
import { openScene } from "#lib/testing/open-scene";
import { getShop } from "./get-shop.ts";
import type { ShopPaymentMethod } from "./payment-method.ts";
import { openShop, type SaveShopInput, saveShop } from "./save-shop.ts";
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

test("offers a report only where the operator has a contact", async () => {
  const { slug } = await getOwnShop(ctx);
  expect(await getShop(at.system, { slug })).toMatchObject({ isReportable: false });
  await changeSettings(at.system, contactSettings, { email: "ada@example.com" });
  expect(await getShop(at.system, { slug })).toMatchObject({ isReportable: true });
  expect(await getOwnShop(ctx)).toMatchObject({ isReportable: true });
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

test("keeps the prices of a reseller who has a price list", async () => {
  const { ctx: priced } = await at.reseller();
  await saveMarkup(priced, { kind: "flat", value: "70" });
  await openTestShop(priced, "priced", "25");
  expect((await getPriceList(priced)).list?.rules).toMatchObject([{ kind: "flat", value: 7_000n }]);
});

test("rejects opening a shop without a payment method", async () => {
  const { ctx: new_ } = await at.reseller();
  const opening = { name: "New", slug: "new-shop", phone: "", markup: "5" };
  await expect(openShop(new_, { ...opening, payments: [] })).rejects.toThrow(/at least one payment method/);
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

describe("with a cookie only, without the password", () => {
  const slug = "third-shop";
  const payments: ShopPaymentMethod[] = [{ kind: "cash", where: "In Aba." }];
  const look = { ...settings, slug, payments, note: "Open from 9.", phone: "", whatsapp: "" };
  let cookieAlone: Ctx;
  beforeAll(async () => {
    const { id } = await at.reseller();
    cookieAlone = actForReseller(at.system, { id, email: "", level: "affiliate", agent: null });
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
