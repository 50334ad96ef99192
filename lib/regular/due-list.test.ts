import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { saveCustomer } from "#lib/customer/customer";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { listOutages } from "#lib/outage/list-outages";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { countDue, dueList, listDue } from "./due-list.ts";
import { insertBundle, type SampleBundle } from "./testing/insert-bundle.ts";

const at = await openScene();
const phone = (n: number) => `+234803${4_000_000 + n}`;
const { planId, networkId } = at.offered();

async function resellerWith(
  ...bundles: (Omit<SampleBundle, "resellerId" | "phone" | "planId"> & { n: number })[]
) {
  const { id, ctx } = await at.reseller();
  for (const { n, ...bundle } of bundles)
    await insertBundle(at.system, { resellerId: id, phone: phone(n), planId, networkId, ...bundle });
  return { id, ctx };
}

const numbers = async (ctx: Ctx, filter = {}) =>
  (await dueList.page(ctx, filter)).rows.map(({ phoneE164 }) => Number(phoneE164.slice(-7)) - 4_000_000);

test("lists numbers whose bundle ends within two days, the first to end first", async () => {
  const day = 24;
  const { ctx } = await resellerWith(
    { n: 1, hoursAgo: 28.5 * day },
    { n: 2, hoursAgo: 29.5 * day },
    { n: 3, hoursAgo: 27 * day },
    { n: 4, hoursAgo: 30.1 * day },
    { n: 5, hoursAgo: 6 * day, validity: "Weekly" },
    { n: 6, hoursAgo: 13, validity: "1 Day" },
    { n: 7, hoursAgo: 11, validity: "1 Day" },
    { n: 8, hoursAgo: 29 * day, validity: "Weekend" },
    { n: 9, hoursAgo: 29 * day, state: "failed" },
  );
  expect(await numbers(ctx)).toEqual([6, 2, 5, 1]);
  expect(await countDue(ctx, { most: 9 })).toBe(4);
  expect(await countDue(ctx, { most: 3 })).toBe(3);
  expect(await numbers(ctx, { show: "ended" })).toEqual([4]);
  expect(await numbers((await at.reseller()).ctx)).toEqual([]);
  const [first] = (await dueList.page(ctx)).rows;
  expect(first).toMatchObject({ phone: "0803 400 0006", planId, label: "MTN 1 GB SME, 1 Day" });
  expect(Number(first?.endsAt) - Date.now()).toBeGreaterThan(10 * 3_600_000);
  expect(first?.price).toBe(at.offered().price);
});

test("names a pause of the plan, instead of no price alone", async () => {
  const { ctx } = await resellerWith({ n: 1, hoursAgo: 29 * 24 });
  const { typeId = 0 } = at.catalogue.plans.get(planId) ?? {};
  const line = { supplierId: MAIN_SUPPLIER_ID, networkId, typeId, expected: "", reason: "it is down" };
  const admin = await at.admin();
  await changeLine(admin, { to: "paused", ...line });
  expect((await dueList.page(ctx)).rows).toMatchObject([{ price: null, isPaused: true }]);
  for (const { id } of await listOutages(admin))
    await resumeLine(admin, { outageId: id, reason: "works again" });
  expect((await dueList.page(ctx)).rows).toMatchObject([{ price: at.offered().price, isPaused: false }]);
});

test("uses the plan's normalised validity where a purchase's text names no length", async () => {
  const [row] = await at.system.db.execute<{ id: number }>(
    sql`select id from plans where validity_normalized = 'Weekly' and active limit 1`,
  );
  const { ctx, id } = await resellerWith();
  const bundle = { resellerId: id, phone: phone(1), planId: Number(row?.id), hoursAgo: 150 };
  await insertBundle(at.system, { ...bundle, validity: "SME special" });
  expect(await numbers(ctx)).toEqual([1]);
});

test("follows another process's change of a plan's length at the next view", async () => {
  const { db } = at.system;
  const [plan] = await db.execute<{ id: number; validity: string }>(
    sql`select id, validity from plans where validity_normalized = 'Weekly' and active limit 1`,
  );
  const planId = plan?.id ?? 0;
  const { id: resellerId, ctx } = await at.reseller();
  const bundle = { resellerId, phone: phone(1), planId, networkId, hoursAgo: 6 * 24 };
  await insertBundle(at.system, { ...bundle, validity: "SME special" });
  const change = async (validity: string, normalised: string) => {
    await db.execute(
      sql`update plans set validity = ${validity}, validity_normalized = ${normalised} where id = ${planId}`,
    );
    await db.execute(sql`update catalogue set version = version + 1, changed_at = now()`);
  };
  expect(await countDue(ctx, { most: 9 })).toBe(1);
  onTestFinished(() => change(plan?.validity ?? "", "Weekly"));
  await change("30 Days", "");
  expect(await countDue(ctx, { most: 9 })).toBe(0);
});

test("counts the newest purchase of a number, unless it failed", async () => {
  const { ctx } = await resellerWith(
    { n: 1, hoursAgo: 29 * 24 },
    { n: 1, hoursAgo: 5 },
    { n: 2, hoursAgo: 29 * 24 },
    { n: 2, hoursAgo: 5, state: "failed" },
    { n: 3, hoursAgo: 29 * 24 },
    { n: 3, hoursAgo: 5, state: "unconfirmed" },
    { n: 4, hoursAgo: 29 * 24 },
    { n: 4, hoursAgo: 5, state: "reversed" },
  );
  expect((await numbers(ctx)).toSorted()).toEqual([2, 4]);
});

test("keeps a renewed number beside its result for an hour, without counting it", async () => {
  const { ctx } = await resellerWith(
    { n: 1, hoursAgo: 29 * 24 },
    { n: 1, hoursAgo: 0.5 },
    { n: 2, hoursAgo: 29 * 24 },
    { n: 2, hoursAgo: 0.5, state: "failed" },
    { n: 3, hoursAgo: 29 * 24 },
    { n: 3, hoursAgo: 2 },
  );
  const { rows } = await dueList.page(ctx);
  expect(rows.map(({ renewal }) => [renewal?.state, renewal?.isLive])).toEqual([
    ["successful", true],
    ["failed", false],
  ]);
  expect(await countDue(ctx, { most: 9 })).toBe(1);
  expect((await listDue(ctx, { time: "due", most: 10 })).map(({ phoneE164 }) => phoneE164)).toEqual([
    phone(2),
  ]);
});

test("finds a number by its digits or its customer's name, and exports what it finds", async () => {
  const { ctx } = await resellerWith({ n: 1, hoursAgo: 29 * 24 }, { n: 2, hoursAgo: 28.5 * 24 });
  await saveCustomer(ctx, { phone: phone(2), name: "Àdá Obi" });
  expect(await numbers(ctx, { q: "0803 400 0001" })).toEqual([1]);
  expect(await numbers(ctx, { q: "ada" })).toEqual([2]);
  expect(await numbers(ctx, { q: "Musa" })).toEqual([]);
  const file = (await Array.fromAsync(dueList.csv(ctx, { q: "ada" }))).join("");
  expect(file).toMatch(
    /^"number","plan","ends","price now"\r\n"0803 400 0002","MTN 1 GB SME, 30 Days",".+",".+"\r\n$/,
  );
});

test("pages stay stable while numbers are renewed, and thousands are read within a page", async () => {
  const { id, ctx } = await at.reseller();
  const bundles = Array.from({ length: 250 }, (_, n) => ({ n: 1_000 + n, hoursAgo: 29 * 24 - (n % 5) / 10 }));
  for (const { n, hoursAgo } of bundles)
    await insertBundle(at.system, { resellerId: id, phone: phone(n), planId, networkId, hoursAgo });
  const first = await dueList.page(ctx);
  expect(first.rows).toHaveLength(100);
  await insertBundle(at.system, {
    resellerId: id,
    phone: first.rows[0]?.phoneE164 ?? "",
    planId,
    hoursAgo: 2,
  });
  const second = await dueList.page(ctx, { after: first.next });
  const third = await dueList.page(ctx, { after: second.next });
  expect(third.next).toBeNull();
  const all = [...first.rows, ...second.rows, ...third.rows].map(({ ident }) => ident);
  expect(new Set(all).size).toBe(250);
  const back = await dueList.page(ctx, { before: third.previous });
  expect(back.rows.map(({ ident }) => ident)).toEqual(second.rows.map(({ ident }) => ident));
});

test("denies the list to admins and the system", async () => {
  for (const foreign of [await at.admin(), at.system])
    for (const work of [
      () => dueList.page(foreign),
      () => countDue(foreign, { most: 9 }),
      () => listDue(foreign, { time: "due", most: 1 }),
    ])
      await expect((async () => work())()).rejects.toMatchObject({ code: "not_found" });
});
