import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { saveCustomer } from "#lib/customer/customer";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchaseTotals } from "#lib/sales/purchase-totals";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { adminPurchaseList } from "./admin-purchase-list.ts";
import { listApiPurchases } from "./list-api-purchases.ts";
import { ownPurchaseList } from "./own-purchase-list.ts";

const at = await openScene();
const [reseller, second, admin] = [await at.reseller(), await at.reseller(), await at.admin()];

beforeAll(async () => {
  for (const [n, phone] of ["08031234567", "08031114567", "08039990000"].entries())
    await buy(reseller.ctx, phone, n);
  await buy(second.ctx, "08035554567", 0);
  await saveCustomer(reseller.ctx, { phone: "08031234567", name: "Ada Obi" });
  await saveCustomer(reseller.ctx, { phone: "08031114567", name: "Sunday Bello" });
  await saveCustomer(second.ctx, { phone: "08031234567", name: "Zainab" });
});

/** The ref is the number, so that results are easy to read. */
const buy = (ctx: Ctx, phone: string, n: number) =>
  placePurchase(ctx, { ref: `for-${phone}`, phone, channel: "web", again: false, ...at.offered(n) });

const find = async (q: string, ctx = reseller.ctx) =>
  (await ownPurchaseList.page(ctx, { q })).rows.map(({ ref }) => ref.slice(4));
const findAsAdmin = async (q: string) =>
  (await adminPurchaseList.page(admin, { q })).rows.map(({ ref }) => ref.slice(4));

test("finds a number by its last digits, among the reseller's own purchases", async () => {
  expect(await find("4567")).toEqual(["08031114567", "08031234567"]);
  expect(await find("23 4567")).toEqual(["08031234567"]);
  expect(await find("567")).toEqual([]);
  expect(await find("4567", second.ctx)).toEqual(["08035554567"]);
  expect(await findAsAdmin("4567")).toEqual(["08035554567", "08031114567", "08031234567"]);
});

test("finds a saved customer by a part of the name, but not of another reseller", async () => {
  expect(await find("ada")).toEqual(["08031234567"]);
  expect(await find("OBI")).toEqual(["08031234567"]);
  expect(await find("zainab")).toEqual([]);
  expect(await findAsAdmin("ada")).toEqual([]);
});

test("finds a price as it is written", async () => {
  const price = formatDecimal(at.offered(2).price);
  for (const q of [price, `₦${price}`, `N${price}`]) expect(await find(q), q).toEqual(["08039990000"]);
  expect(await findAsAdmin(price)).toEqual(["08039990000"]);
  expect(await find(price, second.ctx)).toEqual([]);
});

test("reads words for days, alone and beside other words, also in the totals", async () => {
  expect(await find("today")).toHaveLength(3);
  expect(await find("yesterday")).toEqual([]);
  expect(await find("today 4567")).toEqual(["08031114567", "08031234567"]);
  expect(await find("ada yesterday")).toEqual([]);
  expect(await findAsAdmin("today")).toHaveLength(4);
  expect(await getPurchaseTotals(reseller.ctx, { q: "today 4567" })).toMatchObject({ count: 2 });
  expect(await getPurchaseTotals(reseller.ctx, { q: "yesterday" })).toMatchObject({ count: 0 });
  const { rows } = await ownPurchaseList.page(reseller.ctx, { q: "today", to: "2020-01-01" });
  expect(rows).toEqual([]);
});

test("takes a customer's name for a name where it is a day too", async () => {
  expect(await find("Sunday")).toEqual(["08031114567"]);
  expect(await find("sunday", second.ctx)).toEqual(
    new Date(`${dayOf(new Date())}T00:00:00Z`).getUTCDay() === 0 ? ["08035554567"] : [],
  );
});

test("finds all of a reseller by a part of the name, for an admin", async () => {
  await at.system.db.execute(sql`update accounts set name = 'Bello Data' where id = ${second.id}`);
  expect(await findAsAdmin("bello")).toEqual(["08035554567"]);
});

test("finds the purchase of an order by its reference, in the reseller's own shop and for an admin", async () => {
  await at.system.db.execute(sql`
    with made as (insert into shops (reseller_id, slug, name, hue, state) values (${second.id}, 'second', 'Second', 1, 'open') returning id)
    insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume, validity,
      price, pay_by, delivery_ref, purchase_id)
    select 'c', made.id, p.reseller_id, 'r', 'k7f3qd', plan_id, network_id, network_name, type_name, size, volume, validity,
      price, now(), 'd', p.id from made, purchases p where p.reseller_id = ${second.id}`);
  expect(await find("K7F-3QD", second.ctx)).toEqual(["08035554567"]);
  expect(await findAsAdmin("k7f3qd")).toEqual(["08035554567"]);
  expect(await find("K7F-3QD")).toEqual([]);
});

test("finds a reference by its start, from four characters after “DT” on, among the reseller's own purchases", async () => {
  const { rows } = await ownPurchaseList.page(second.ctx, {});
  const { ident = "" } = rows[0] ?? {};
  expect(await find(ident.slice(0, 6).toLowerCase(), second.ctx)).toEqual(["08035554567"]);
  expect(await find(ident.slice(0, 12), second.ctx)).toEqual(["08035554567"]);
  expect(await find(ident.slice(0, 5), second.ctx)).toEqual([]);
  expect(await find(ident.slice(0, 12))).toEqual([]);
  expect(await findAsAdmin(ident.slice(0, 12))).toEqual(["08035554567"]);
});

test("finds only whole references and numbers for a program", async () => {
  const search = async (text: string) =>
    (await listApiPurchases(reseller.ctx, { search: text })).rows.map(({ ref }) => ref.slice(4));
  expect(await search("08031234567")).toEqual(["08031234567"]);
  for (const text of ["4567", "ada", "today", "Sunday"]) expect(await search(text), text).toEqual([]);
});

test("finds a name without its marks and hooks, and an order's or a purchase's reference as it is misread", async () => {
  const rename = (table: "accounts" | "customers", id: number, name: string) =>
    at.system.db.execute(
      table === "accounts"
        ? sql`update accounts set name = ${name} where id = ${id}`
        : sql`update customers set name = ${name} where reseller_id = ${id} and phone = '+2348031234567'`,
    );
  for (const name of ["Ṣọlá Ɗanƙasa", "Ṣọlá Ɗanƙasa".normalize("NFD")]) {
    await rename("customers", reseller.id, name);
    await rename("accounts", second.id, name);
    for (const q of ["sola", "Ṣọlá", "ṣọlá".normalize("NFD"), "DANKASA", "ɗanƙ"]) {
      expect(await find(q), q).toEqual(["08031234567"]);
      expect(await findAsAdmin(q), q).toEqual(["08035554567"]);
    }
  }
  await runUnguarded(at.system.db, sql`update orders set reference = 'k0f1qd'`);
  for (const q of ["KOF-lQD", "k0fiqd"]) expect(await find(q, second.ctx), q).toEqual(["08035554567"]);
  await runUnguarded(
    at.system.db,
    sql`update purchases set ident = 'DT01F00110ABCDEF01' where reseller_id = ${second.id}`,
  );
  for (const q of ["DTO1FOOllOABCDEFOl", "dt0if0"])
    expect(await find(q, second.ctx), q).toEqual(["08035554567"]);
});
