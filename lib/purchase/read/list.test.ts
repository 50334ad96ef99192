import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { cancel } from "../settle/cancel.ts";
import { adminGet } from "./admin-get.ts";
import { purchaseList } from "./admin-list.ts";
import { get } from "./get.ts";
import { ownPurchaseList } from "./list.ts";
import { adminTotals, totals } from "./totals.ts";
import type { Page, PurchaseView } from "./view.ts";

let at: Scene;
let one: { id: number; ctx: Ctx };
let two: { id: number; ctx: Ctx };
const admin = (): Ctx => ({
  ...at.system,
  actor: { kind: "admin", id: 1, email: "admin@example.com", sessionId: 0, permissions: ALL_PERMISSIONS },
});

beforeAll(async () => {
  at = await scene();
  [one, two] = [await at.reseller(), await at.reseller()];
  for (let n = 0; n < 25; n++) await buy(one.ctx, n);
  for (let n = 0; n < 3; n++) await buy(two.ctx, n);
});
afterAll(() => at.close());

function buy(ctx: Ctx, n: number) {
  const phone = `080312345${String(n).padStart(2, "0")}`;
  return place(ctx, { ref: `order-${n}`, phone, channel: "web", again: false, ...at.offered(n % 5) });
}

async function walk(step: (cursor: object) => Promise<Page<PurchaseView>>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: object = {};
  for (;;) {
    const page = await step(cursor);
    seen.push(...page.rows.map(({ ref }) => ref));
    if (page.next === null) return seen;
    cursor = { after: page.next };
  }
}

async function text(chunks: AsyncIterable<string>): Promise<string> {
  let all = "";
  for await (const chunk of chunks) all += chunk;
  return all;
}

test("pages hold every purchase once, newest first, while new ones come in", async () => {
  let fresh = 50;
  const seen = await walk(async (cursor) => {
    const page = await ownPurchaseList.page(one.ctx, cursor, 10);
    await buy(one.ctx, fresh++);
    return page;
  });
  const expected = Array.from({ length: 25 }, (_, n) => `order-${24 - n}`);
  expect(seen).toEqual(expected);
});

test("the page before is the one that was left", async () => {
  const first = await ownPurchaseList.page(one.ctx, {}, 10);
  const second = await ownPurchaseList.page(one.ctx, { after: first.next }, 10);
  const back = await ownPurchaseList.page(one.ctx, { before: second.previous }, 10);
  expect(back.rows.map(({ ident }) => ident)).toEqual(first.rows.map(({ ident }) => ident));
  expect(first.previous).toBeNull();
  expect(second.previous).not.toBeNull();
});

test("each filter finds what it says, and totals sum what is found", async () => {
  const [latest] = (await ownPurchaseList.page(two.ctx, {})).rows;
  if (!latest) throw new Error("nothing was bought");
  const find = async (input: object) => (await ownPurchaseList.page(two.ctx, input)).rows.length;
  expect(await find({ q: latest.ident.toLowerCase() })).toBe(1);
  expect(await find({ q: latest.ref })).toBe(1);
  expect(await find({ q: latest.phone })).toBe(1);
  expect(await find({ q: "nobody@example.com" })).toBe(0);
  expect(await find({ plan: latest.planId })).toBe(1);
  expect(await find({ network: 99 })).toBe(0);
  expect(await find({ state: "open" })).toBe(3);
  expect(await find({ state: "", network: "", from: "2020-01-01", to: "2020-01-02" })).toBe(0);
  await cancel(two.ctx, { ident: latest.ident });
  expect(await find({ state: "cancelled" })).toBe(1);
  expect(await find({ state: "failed" })).toBe(0);
  const sums = await totals(two.ctx, {});
  expect(sums).toMatchObject({ count: 3, delivered: 0, spent: 0n });
  expect(sums.held).toBe(at.offered(0).price + at.offered(1).price);
});

test("a reseller finds nothing of another's, by no filter", async () => {
  const theirs = (await ownPurchaseList.page(one.ctx, {})).rows[0];
  if (!theirs) throw new Error("nothing was bought");
  for (const q of [theirs.ident, theirs.phone])
    expect((await ownPurchaseList.page(two.ctx, { q })).rows).toEqual([]);
  const query: Record<string, string> = { reseller: String(one.id) };
  const { rows } = await ownPurchaseList.page(two.ctx, query);
  expect(rows.every(({ ref }) => /^order-[012]$/.test(ref))).toBe(true);
  await expect(get(two.ctx, { ident: theirs.ident })).rejects.toMatchObject({ code: "not_found" });
  await expect(adminGet(two.ctx, { ident: theirs.ident })).rejects.toMatchObject({ code: "not_found" });
  await expect(purchaseList.page(two.ctx, {})).rejects.toMatchObject({ code: "not_found" });
  await expect(adminTotals(two.ctx, {})).rejects.toMatchObject({ code: "not_found" });
  expect(() => purchaseList.csv(two.ctx, {})).toThrow();
});

test("an admin finds by e-mail and sees cost and margin", async () => {
  const found = await purchaseList.page(admin(), { q: "RESELLER-2@example.com" });
  expect(found.rows).toHaveLength(3);
  expect(found.rows[0]?.margin).toBe((found.rows[0]?.price ?? 0n) - (found.rows[0]?.cost ?? 0n));
});

test("the CSV holds the filtered rows under one header, and no cell that a spreadsheet would run", async () => {
  await place(two.ctx, { ref: "-1-1", phone: "08031234599", channel: "api", again: true, ...at.offered() });
  const lines = (await text(ownPurchaseList.csv(two.ctx, {}))).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^"bought","reference","your reference","state"/);
  expect(lines[1]).toContain(`,"'-1-1",`);
  expect(lines[1]).toMatch(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+01:00","DT/);
  expect((await text(purchaseList.csv(admin(), { reseller: two.id }))).trim().split("\r\n")).toHaveLength(5);
});

const read = async (query: object) => ownPurchaseList.page(two.ctx, query);

test("reads what an address says, and writes it back without the cursor", async () => {
  const query = {
    state: "open",
    network: "2",
    plan: "7",
    q: " DT1 ",
    from: "2026-01-31",
    to: "",
    after: "90",
  };
  const { filter, on } = await read(query);
  expect(filter).toEqual({ state: "open", network: 2, plan: 7, q: "DT1", from: "2026-01-31" });
  expect(on).toEqual({ state: "open", network: "2", plan: "7", q: "DT1", from: "2026-01-31" });
});

test("leaves out what makes no sense, and keeps the rest", async () => {
  const nonsense = {
    state: "x",
    network: "99999999999",
    plan: "-1",
    from: "0000-01-01",
    to: "soon",
    after: "-3",
  };
  expect((await read(nonsense)).narrowed).toBe(false);
  expect((await read({ ...nonsense, q: ["one", "two"] })).filter).toEqual({ q: "one" });
});

test("keeps from the database what it cannot store, and no more than a hundred characters", async () => {
  expect((await read({ q: "a\0b" })).filter).toEqual({ q: "ab" });
  expect((await read({ q: "a".repeat(500) })).filter.q).toHaveLength(100);
});
