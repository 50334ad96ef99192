import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { getAdminPurchaseTotals, getPurchaseTotals } from "#lib/sales/purchase-totals";
import { openScene } from "#lib/testing/open-scene";
import { adminPurchaseList } from "./admin-purchase-list.ts";
import { getAdminPurchase } from "./get-admin-purchase.ts";
import { getPurchase } from "./get-purchase.ts";
import { ownPurchaseList } from "./own-purchase-list.ts";
import type { Page, PurchaseView } from "./purchase-view.ts";

const at = await openScene();

const [reseller, admin] = [await at.reseller(), await at.admin()];
for (let n = 0; n < 25; n++) await buy(reseller.ctx, n);
let second: Awaited<ReturnType<typeof at.reseller>>;
beforeEach(async () => {
  second = await at.reseller();
  for (let n = 0; n < 3; n++) await buy(second.ctx, n);
});

function buy(ctx: Ctx, n: number) {
  const phone = `080312345${String(n).padStart(2, "0")}`;
  return placePurchase(ctx, { ref: `order-${n}`, phone, channel: "web", again: false, ...at.offered(n % 5) });
}

async function readAllPages(step: (cursor: object) => Promise<Page<PurchaseView>>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: object = {};
  for (;;) {
    const page = await step(cursor);
    seen.push(...page.rows.map(({ ref }) => ref));
    if (page.next === null) return seen;
    cursor = { after: page.next };
  }
}

async function readAll(chunks: AsyncIterable<string>): Promise<string> {
  let all = "";
  for await (const chunk of chunks) all += chunk;
  return all;
}

test("lists every purchase once, newest first, while new ones arrive", async () => {
  let fresh = 50;
  const seen = await readAllPages(async (cursor) => {
    const page = await ownPurchaseList.page(reseller.ctx, cursor, 10);
    await buy(reseller.ctx, fresh++);
    return page;
  });
  const expected = Array.from({ length: 25 }, (_, n) => `order-${24 - n}`);
  expect(seen).toEqual(expected);
});

test("returns to the previous page", async () => {
  const first = await ownPurchaseList.page(reseller.ctx, {}, 10);
  const second = await ownPurchaseList.page(reseller.ctx, { after: first.next }, 10);
  const back = await ownPurchaseList.page(reseller.ctx, { before: second.previous }, 10);
  expect(back.rows.map(({ ident }) => ident)).toEqual(first.rows.map(({ ident }) => ident));
  expect(first.previous).toBeNull();
  expect(second.previous).not.toBeNull();
});

test("applies each filter, and sums the filtered purchases", async () => {
  const [latest] = (await ownPurchaseList.page(second.ctx, {})).rows;
  if (!latest) throw new Error("nothing was bought");
  const find = async (input: object) => (await ownPurchaseList.page(second.ctx, input)).rows.length;
  expect(await find({ q: latest.ident.toLowerCase() })).toBe(1);
  expect(await find({ q: latest.ref })).toBe(1);
  expect(await find({ q: latest.phone })).toBe(1);
  expect(await find({ q: "nobody@example.com" })).toBe(0);
  expect(await find({ plan: latest.planId })).toBe(1);
  expect(await find({ network: 99 })).toBe(0);
  expect(await find({ state: "open" })).toBe(3);
  expect(await find({ state: "", network: "", from: "2020-01-01", to: "2020-01-02" })).toBe(0);
  await cancelPurchase(second.ctx, { ident: latest.ident });
  expect(await find({ state: "cancelled" })).toBe(1);
  expect(await find({ state: "failed" })).toBe(0);
  const sums = await getPurchaseTotals(second.ctx, {});
  expect(sums).toMatchObject({ count: 3, delivered: 0, spent: 0n });
  expect(sums.held).toBe(at.offered(0).price + at.offered(1).price);
});

test("finds no purchase of another reseller with any filter", async () => {
  const purchase = (await ownPurchaseList.page(reseller.ctx, {})).rows[0];
  if (!purchase) throw new Error("nothing was bought");
  for (const q of [purchase.ident, purchase.phone])
    expect((await ownPurchaseList.page(second.ctx, { q })).rows).toEqual([]);
  const query: Record<string, string> = { reseller: String(reseller.id) };
  const { rows } = await ownPurchaseList.page(second.ctx, query);
  expect(rows.every(({ ref }) => /^order-[012]$/.test(ref))).toBe(true);
  await expect(getPurchase(second.ctx, { ident: purchase.ident })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(getAdminPurchase(second.ctx, { ident: purchase.ident })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(adminPurchaseList.page(second.ctx, {})).rejects.toMatchObject({ code: "not_found" });
  await expect(getAdminPurchaseTotals(second.ctx, {})).rejects.toMatchObject({ code: "not_found" });
  expect(() => adminPurchaseList.csv(second.ctx, {})).toThrow();
});

test("finds purchases by email for an admin, with cost and margin", async () => {
  const email = second.ctx.actor.kind === "reseller" ? second.ctx.actor.email : "";
  const page = await adminPurchaseList.page(admin, { q: email.toUpperCase() });
  expect(page.rows).toHaveLength(3);
  expect(page.rows[0]?.margin).toBe((page.rows[0]?.price ?? 0n) - (page.rows[0]?.cost ?? 0n));
});

test("exports the filtered rows as CSV under one header, without cells that a spreadsheet would run", async () => {
  await placePurchase(second.ctx, {
    ref: "-1-1",
    phone: "08031234599",
    channel: "api",
    again: true,
    ...at.offered(),
  });
  const lines = (await readAll(ownPurchaseList.csv(second.ctx, {}))).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^"bought","reference","your reference","sold by","state"/);
  expect(lines[1]).toContain(`,"'-1-1",`);
  expect(lines[1]).toMatch(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+01:00","DT/);
  expect(
    (await readAll(adminPurchaseList.csv(admin, { reseller: second.id }))).trim().split("\r\n"),
  ).toHaveLength(5);
});

const readPage = async (query: object) => ownPurchaseList.page(second.ctx, query);

test("parses a filter from an address, and writes it without the cursor", async () => {
  const query = {
    state: "open",
    network: "2",
    plan: "7",
    q: " DT1 ",
    from: "2026-01-31",
    to: "",
    after: "90",
  };
  const { filter, on } = await readPage(query);
  expect(filter).toEqual({ state: "open", network: 2, plan: 7, q: "DT1", from: "2026-01-31" });
  expect(on).toEqual({ state: "open", network: "2", plan: "7", q: "DT1", from: "2026-01-31" });
});

test("drops invalid values, and keeps the others", async () => {
  const nonsense = {
    state: "x",
    network: "99999999999",
    plan: "-1",
    from: "0000-01-01",
    to: "soon",
    after: "-3",
  };
  expect((await readPage(nonsense)).narrowed).toBe(false);
  expect((await readPage({ ...nonsense, q: ["one", "two"] })).filter).toEqual({ q: "one" });
});

test("drops characters that the database can't store, and limits a search to a hundred", async () => {
  expect((await readPage({ q: "a\0b" })).filter).toEqual({ q: "ab" });
  expect((await readPage({ q: "a".repeat(500) })).filter.q).toHaveLength(100);
});
