import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { openStore } from "./open-store.ts";
import { ownStore } from "./own-store.ts";
import { priceList } from "./price-list.ts";
import { removeRule } from "./remove-rule.ts";
import { saveRule } from "./save-rule.ts";
import { type SaveStoreInput, saveStore } from "./save-store.ts";
import { setRounding } from "./set-rounding.ts";
import { visit } from "./visit.ts";

let at: Scene;
let ctx: Ctx;
let other: Ctx;

beforeAll(async () => {
  at = await scene();
  ({ ctx } = await at.reseller());
  other = (await at.reseller()).ctx;
  await openStore(ctx, { name: "Ada", slug: "ada", phone: "0803 123 4567", markup: "10" });
  await openStore(other, { name: "Obi", slug: "obi", phone: "", markup: "0" });
});
afterAll(() => at.close());

const settings: SaveStoreInput = {
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
  await saveStore(ctx, settings);
  const seen = await visit(at.system, { slug: "ada-data" });
  expect(seen).toMatchObject({
    name: "Ada's Data",
    note: "Open from 8.",
    phone: null,
    hue: 155,
    pays: ["bank"],
  });
  expect(seen.whatsapp).toEqual({ text: "0803 123 4568", e164: "+2348031234568" });
  expect(JSON.stringify(seen, (_key, value) => String(value))).not.toContain("0123456789");
  await expect(visit(at.system, { slug: "ada" })).rejects.toMatchObject({ code: "not_found" });
});

test.each<[string, Partial<SaveStoreInput>]>([
  ["another shop's address", { slug: "obi" }],
  ["an address with other signs", { slug: "ada/../x" }],
  ["no way to pay", { payments: [] }],
  ["a number that is none", { phone: "12" }],
  ["a colour that is none", { hue: "400" }],
])("%s is refused, and nothing changes", async (_what, wrong) => {
  const before = await ownStore(ctx);
  await expect(saveStore(ctx, { ...settings, name: "Changed", ...wrong })).rejects.toThrow();
  expect(await ownStore(ctx)).toEqual(before);
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

test("a customer, a visitor and an admin have no shop to change", async () => {
  for (const actor of [
    { kind: "customer", resellerId: 1 },
    { kind: "visitor" },
    { kind: "admin", id: 1, email: "a", sessionId: 1 },
  ] as const)
    await expect(saveStore({ ...at.system, actor }, settings)).rejects.toMatchObject({ name: "PortalError" });
});
