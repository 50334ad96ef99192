import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect, type Database } from "#db/client";
import { createFromTemplate, dropDatabase } from "#db/testing/template";
import { makeDraft } from "#lib/bulk/draft";
import { placeRows } from "#lib/bulk/place-rows";
import { beginRun } from "#lib/bulk/run";
import { getRun } from "#lib/bulk/run-view";
import type { Ctx } from "#lib/core/context";
import { groupedPhone } from "#lib/core/phone";
import { dayOf } from "#lib/core/time";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { startDispatching } from "#lib/purchase/send/control";
import { dispatch } from "#lib/purchase/send/dispatch";
import { dispatchStatus } from "#lib/purchase/send/dispatch-status";
import { releaseHeld } from "#lib/purchase/send/release";
import { placeDue } from "#lib/schedule/place-due";
import { makeSchedule } from "#lib/schedule/schedule";
import { getShop } from "#lib/shop/get-shop";
import { lookAfterPaid } from "#lib/shop/look-after-paid";
import { lookForOrder, payOrder } from "#lib/shop/pay-order";
import { placeOrder } from "#lib/shop/place-order";
import { openShop } from "#lib/shop/save-shop";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { backup } from "#lib/upkeep/backup";
import { restore } from "#lib/upkeep/restore";
import { type Payments, startPayments } from "#sandbox/payments/server";
import { heldWork } from "./held-work.ts";

/** Backed up, then all of it sold, then restored: what the copy does is judged by the upstream's own log. */
const dir = mkdtempSync(join(tmpdir(), "portal-held-"));
const name = `test_held_${randomUUID().slice(0, 8)}`;
const REASON = "Compared with the upstream.";
let at: Scene;
let bank: Payments;
let copy: Database;
let url: string;
let buyer: Ctx;
let system: Ctx;
let admin: Ctx;
let restoredBuyer: Ctx;

beforeAll(async () => {
  bank = await startPayments();
  at = await scene({ ...bank.variables, BACKUP_TO: dir });
  await at.system.db.execute(sql`update payment_settings set collect = true`);
  const { id, ctx } = await at.reseller("affiliate", 100_000_000n);
  buyer = ctx;
  const person = await at.admin();
  await beginBatch(buyer, 4);
  await makeDueSchedule(buyer);
  await payForOrder(id);
  const { name: file } = await backup(at.system);
  await placeAll(at.system);
  await buyByProgram(buyer);
  const loop = dispatch(at.system);
  await vi.waitUntil(
    async () => (await states(at.system.db)).every((one) => one === "successful"),
    PATIENCE_MS,
  );
  await loop.stop();
  expect((await delivered()).size).toBe(7);

  url = await createFromTemplate(name);
  expect((await restore(at.system, file, url)).findings).toEqual([]);
  copy = connect(url, 4);
  [system, admin, restoredBuyer] = [at.system, person, buyer].map((one) => ({ ...one, db: copy.db })) as [
    Ctx,
    Ctx,
    Ctx,
  ];
});
afterAll(async () => {
  await copy?.close();
  await dropDatabase(name);
  rmSync(dir, { recursive: true });
  await bank.close();
  await at.close();
});

const phone = (n: number) => groupedPhone(`+234803${6_000_000 + n}`);

async function beginBatch(ctx: Ctx, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, n) => ({
    ...{ number: phone(n), plan: String(at.offered().planId), note: "" },
  }));
  const id = await makeDraft(ctx, { key: randomUUID(), lines });
  await beginRun(ctx, { id, version: (await getRun(ctx, { id })).version });
}

async function makeDueSchedule(ctx: Ctx): Promise<void> {
  const { planId, price } = at.offered();
  const firstOn = Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString();
  const wish = { key: randomUUID(), phone: phone(10), plan: String(planId), most: price };
  await makeSchedule(ctx, { ...wish, firstOn, clock: "00:00", unit: "day" });
  const today = dayOf(new Date());
  await at.system.db.execute(
    sql`update schedules set first_on = ${today}, next_on = ${today}, next_at = now()`,
  );
}

async function payForOrder(resellerId: number): Promise<void> {
  await at.system.db.execute(sql`update resellers set collects = true where id = ${resellerId}`);
  const visitor: Ctx = { actor: { kind: "visitor" }, db: at.system.db, address: "10.1.1.1" };
  const payments = [{ kind: "cash", where: "12 Allen Avenue." }] as const;
  const slug = "restored";
  await openShop(buyer, { name: "Shop", slug, phone: "08031234567", markup: "50", payments: [...payments] });
  const [offer] = (await getShop(visitor, { slug })).offers;
  if (!offer) throw new Error("nothing on offer");
  const { planId, price } = offer;
  const wish = { slug, planId, price, phone: phone(20), ref: randomUUID() };
  const { code } = await placeOrder(visitor, wish);
  await payOrder(visitor, { slug, code, provider: "paystack" });
  const [payment] = await at.system.db.execute(sql`select reference from payments`);
  await bank.control.do("pay", { provider: "paystack", reference: String(payment?.reference), way: "card" });
  await at.system.db.execute(sql`update payments set looked_at = null`);
  await lookForOrder(visitor, { slug, code });
}

async function placeAll(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`update orders set next_look_at = now() where next_look_at is not null`);
  await ctx.db.execute(
    sql`update schedules set next_at = now() where state = 'active' and first_on = next_on`,
  );
  await placeRows(ctx);
  await placeDue(ctx);
  await lookAfterPaid(ctx);
}

const buyByProgram = (ctx: Ctx) =>
  place(ctx, { ...at.offered(), ref: "order-1", phone: phone(30), channel: "api", again: true });

const states = async (db: Ctx["db"]) =>
  (await db.execute<{ state: string }>(sql`select state from purchases order by id`)).map(
    ({ state }) => state,
  );

/** What the upstream delivered and charged, by its own log: a ref that it knew already is answered, not delivered. */
const delivered = async () =>
  new Set((await at.sandbox.purchases()).flatMap(({ transaction }) => transaction?.id ?? []));

test("places nothing of batches, schedules and orders after sending was started, and shows what waits", async () => {
  const loop = dispatch(system, url);
  await expect.poll(async () => (await dispatchStatus(admin)).stopped).toBe(true);
  await startDispatching(admin, { reason: REASON });
  await placeAll(system);
  expect(await states(copy.db)).toEqual([]);
  await loop.stop();
  const { price } = at.offered();
  expect(await heldWork(admin)).toEqual([
    { kind: "order", count: 1, sum: expect.any(BigInt) },
    { kind: "batch", count: 4, sum: price * 4n },
    { kind: "schedule", count: 1, sum: price },
  ]);
  expect((await delivered()).size).toBe(7);
});

test("asks for the permission to move money, and releases a kind once, with a record", async () => {
  const reader = { ...admin, actor: { ...admin.actor, permissions: ["see", "system"] } } as Ctx;
  await expect(releaseHeld(reader, { kind: "batch", reason: REASON })).rejects.toMatchObject({
    code: "forbidden",
  });
  await releaseHeld(admin, { kind: "batch", reason: REASON });
  await expect(releaseHeld(admin, { kind: "batch", reason: REASON })).rejects.toMatchObject({
    code: "conflict",
  });
  const records = await copy.db.execute(
    sql`select before, after, reason from audit where action = 'dispatch.released'`,
  );
  expect(records).toEqual([
    {
      before: { onHold: ["order", "batch", "schedule"] },
      after: { onHold: ["order", "schedule"] },
      reason: REASON,
    },
  ]);
  expect((await heldWork(admin)).map(({ kind }) => kind)).toEqual(["order", "schedule"]);
  await placeAll(system);
  expect(await states(copy.db)).toHaveLength(4);
});

test("delivers nothing twice where the upstream knows the idents, after all is released and a program repeats its ref", async () => {
  await releaseHeld(admin, { kind: "schedule", reason: REASON });
  await releaseHeld(admin, { kind: "order", reason: REASON });
  await placeAll(system);
  const { purchase } = await buyByProgram(restoredBuyer);
  const [first] = await at.system.db.execute(sql`select ident from purchases where ref = 'order-1'`);
  expect(purchase.ident).toBe(first?.ident);
  const loop = dispatch(system, url);
  await expect.poll(() => states(copy.db), { timeout: 60_000 }).toEqual(Array(7).fill("successful"));
  await loop.stop();
  expect(await at.sandbox.purchases()).toHaveLength(14);
  expect((await delivered()).size).toBe(7);
  expect((await check(system)).findings).toEqual([]);
  expect(await heldWork(admin)).toEqual([]);
});
