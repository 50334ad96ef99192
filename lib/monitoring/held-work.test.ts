import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect, type Database } from "#db/client";
import { createFromTemplate, dropDatabase } from "#db/testing/template";
import { createConfirmedSession } from "#lib/account/testing/test-accounts";
import type { Ctx } from "#lib/core/context";
import { startDispatching } from "#lib/dispatch/dispatch-control";
import { getDispatchStatus } from "#lib/dispatch/dispatch-status";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { releaseAutomaticPurchases } from "#lib/dispatch/release-automatic-purchases";
import { createBackup } from "#lib/maintenance/create-backup";
import { restoreDatabase } from "#lib/maintenance/restore";
import { paymentSettings } from "#lib/payment/payment-settings";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { type Scene, scene } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";
import { type PaymentsSandbox, startPaymentProviders } from "#sandbox/payments/server";
import { listHeldWork } from "./held-work.ts";
import { makeAutomaticWork, placeAutomaticWork } from "./testing/automatic-work.ts";

/** The backup of a portal that then sells all of its pending work; the upstream's log shows what a restored copy does. */
const dir = mkdtempSync(join(tmpdir(), "portal-held-"));
const name = `test_held_${randomUUID().slice(0, 8)}`;
const REASON = "Compared with the upstream.";
let at: Scene;
let bank: PaymentsSandbox;
let copy: Database;
let url: string;
let buyer: Ctx;
let system: Ctx;
let admin: Ctx;
let restoredBuyer: Ctx;

beforeAll(async () => {
  bank = await startPaymentProviders();
  at = await scene({ ...bank.variables, BACKUP_TO: dir });
  await storeSettings(at.system.db, paymentSettings, { collect: true });
  const { id, ctx } = await at.reseller("affiliate", 100_000_000n);
  buyer = ctx;
  const person = await at.admin();
  await makeAutomaticWork(at, bank, { id, ctx: buyer });
  const { name: file } = await createBackup(at.system);
  await placeAutomaticWork(at.system);
  await buyByProgram(buyer);
  const loop = runDispatcher(at.system);
  await vi.waitUntil(
    async () => (await states(at.system.db)).every((state) => state === "successful"),
    TEST_TIMEOUT_MS,
  );
  await loop.stop();
  expect((await delivered()).size).toBe(7);

  url = await createFromTemplate(name);
  expect((await restoreDatabase(at.system, file, url)).findings).toEqual([]);
  copy = connect(url, 4);
  [system, admin, restoredBuyer] = [at.system, person, buyer].map((ctx) => ({ ...ctx, db: copy.db })) as [
    Ctx,
    Ctx,
    Ctx,
  ];
  // A restore signs everyone out.
  if (admin.actor.kind !== "admin") throw new Error("not an admin");
  const sessionId = await createConfirmedSession(admin, admin.actor.id);
  admin = { ...admin, actor: { ...admin.actor, sessionId } };
});
afterAll(async () => {
  await copy?.close();
  await dropDatabase(name);
  rmSync(dir, { recursive: true });
  await bank.close();
  await at.close();
});

const buyByProgram = (ctx: Ctx) =>
  placePurchase(ctx, { ...at.offered(), ref: "order-1", phone: "08036000030", channel: "api", again: true });

const states = async (db: Ctx["db"]) =>
  (await db.execute<{ state: string }>(sql`select state from purchases order by id`)).map(
    ({ state }) => state,
  );

/** Counts deliveries and charges by the upstream's log: a repeated ref gets a response without a delivery. */
const delivered = async () =>
  new Set((await at.sandbox.purchases()).flatMap(({ transaction }) => transaction?.id ?? []));

test("holds a restored portal's batches, schedules and orders until an admin releases each kind, once, and delivers nothing twice", async () => {
  // Sending was started: nothing of it is placed, and it is listed.
  const loop = runDispatcher(system, url);
  await expect.poll(async () => (await getDispatchStatus(admin)).stopped).toBe(true);
  await startDispatching(admin, { reason: REASON });
  await placeAutomaticWork(system);
  expect(await states(copy.db)).toEqual([]);
  await loop.stop();
  const { price } = at.offered();
  expect(await listHeldWork(admin)).toEqual([
    { kind: "order", count: 1, sum: expect.any(BigInt) },
    { kind: "batch", count: 4, sum: price * 4n },
    { kind: "schedule", count: 1, sum: price },
  ]);
  expect((await delivered()).size).toBe(7);

  // A kind is released once, with the permission money, and with an audit record.
  const reader = { ...admin, actor: { ...admin.actor, permissions: ["see", "system"] } } as Ctx;
  await expect(releaseAutomaticPurchases(reader, { kind: "batch", reason: REASON })).rejects.toMatchObject({
    code: "forbidden",
  });
  await releaseAutomaticPurchases(admin, { kind: "batch", reason: REASON });
  await expect(releaseAutomaticPurchases(admin, { kind: "batch", reason: REASON })).rejects.toMatchObject({
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
  expect((await listHeldWork(admin)).map(({ kind }) => kind)).toEqual(["order", "schedule"]);
  await placeAutomaticWork(system);
  expect(await states(copy.db)).toHaveLength(4);

  // All is released, and a ref repeated, at an upstream that knows the idents.
  await releaseAutomaticPurchases(admin, { kind: "schedule", reason: REASON });
  await releaseAutomaticPurchases(admin, { kind: "order", reason: REASON });
  await placeAutomaticWork(system);
  const { purchase } = await buyByProgram(restoredBuyer);
  const [first] = await at.system.db.execute(sql`select ident from purchases where ref = 'order-1'`);
  expect(purchase.ident).toBe(first?.ident);
  const sending = runDispatcher(system, url);
  await expect.poll(() => states(copy.db)).toEqual(Array(7).fill("successful"));
  await sending.stop();
  expect(await at.sandbox.purchases()).toHaveLength(14);
  expect((await delivered()).size).toBe(7);
  expect((await checkPurchases(system)).findings).toEqual([]);
  expect(await listHeldWork(admin)).toEqual([]);
});
