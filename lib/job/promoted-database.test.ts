import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { authenticateToken } from "#lib/account/token/authenticate-token";
import { createToken } from "#lib/account/token/create-token";
import { cancelBatch, startBatch } from "#lib/batch/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { getBatch } from "#lib/batch/batch-view";
import { placeBatchRows } from "#lib/batch/testing/place-batch-rows";
import type { Ctx } from "#lib/core/context";
import { formatPhone } from "#lib/core/text/phone";
import { dayOf } from "#lib/core/time/time";
import { claimPurchase } from "#lib/dispatch/claim-purchase";
import { expireQueuedPurchases } from "#lib/dispatch/expire-queued-purchases";
import { changeLine } from "#lib/outage/change-line";
import { detectOutages } from "#lib/outage/detect-outages";
import { advanceSettings } from "#lib/purchase/advance/advance-settings";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { reconcilePurchases } from "#lib/reconcile/reconcile";
import { toProblem } from "#lib/request/problem";
import { closeReseller, restrictReseller } from "#lib/reseller/restrict-reseller";
import { revokeToken } from "#lib/reseller/revoke-token";
import { checkPurchases } from "#lib/sales/check-purchases";
import { createSchedule } from "#lib/schedule/manage-schedule";
import { placeDueSchedules } from "#lib/schedule/testing/place-due-schedules";
import { fulfilDueOrders } from "#lib/shop/testing/fulfil-due-orders";
import { openOnlineOrders } from "#lib/shop/testing/online-orders";
import { refreshSupply } from "#lib/supplier/refresh-supply";
import { getMainSupplier } from "#lib/supplier/supplier";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { fingerprintDatabase } from "#lib/testing/fingerprint-database";
import { storeSettings } from "#lib/testing/store-settings";
import { promote } from "./testing/promote.ts";

// In a time zone where it is about noon, so that the day doesn't end during the test.
const east = 12 - new Date().getUTCHours();
process.env.TIME_ZONE = east < 0 ? `Etc/GMT+${-east}` : `Etc/GMT-${east}`;

/** Work of every kind, all of it at an added supplier, when the database takes over from another. */
const { at, paid, purchasesOf } = await openOnlineOrders();
const { system } = at;
const { db } = system;
const admin = await at.admin();
const offer = at.offered(0, "api");
const { planId, networkId } = offer;
const cost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
const secondPlan = [...at.catalogue.plans.values()].find((plan) => plan.networkId !== networkId);
if (!secondPlan) throw new Error("The scene has one network.");
const paused = { networkId: secondPlan.networkId, typeId: secondPlan.typeId };
const added = await addTestSupplier(system, {
  routes: [
    { planId, networkId, cost },
    { planId: secondPlan.id, networkId: secondPlan.networkId, cost: secondPlan.amounts.api ?? 1n },
  ],
});
afterAll(() => added.close());

const wish = (ref: string) => ({ ref, phone: "08031234567", again: true, ...offer });
const buy = async (ctx: Ctx) =>
  (await placePurchase(ctx, { ...wish(randomUUID()), channel: "web" })).purchase;

const reseller = await at.reseller("api", 100_000_000n);
const single = await buy(reseller.ctx);
const late = await buy(reseller.ctx);
await db.execute(sql`update purchases set deadline_at = now() where id = ${late.id}`);
const unconfirmed = await buy(reseller.ctx);
await db.execute(sql`update purchases set state = 'sending' where id = ${unconfirmed.id}`);
await db.execute(sql`
  insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost)
  values (1, ${unconfirmed.id}, 'test', now() - interval '25 hours', now(), 'unconfirmed', ${cost})`);
await db.execute(sql`update purchases set state = 'unconfirmed' where id = ${unconfirmed.id}`);
await storeSettings(db, advanceSettings, { enabled: true });

const program = await at.reseller("api", 100_000_000n);
const token = await createToken(program.ctx, { name: "Program" });
const caller = await authenticateToken(system, { token: token.token, origin: null });
if (!caller) throw new Error("The token isn't valid.");
await placePurchase({ ...system, actor: caller.actor }, { ...wish("api-1"), channel: "api" });

async function begin(owner: Ctx, first: number, rows: number): Promise<number> {
  const lines = Array.from({ length: rows }, (_, n) => ({
    number: formatPhone(`+234803${first + n}`),
    plan: String(planId),
    note: "",
  }));
  const id = await createBatchDraft(owner, { key: randomUUID(), lines });
  await startBatch(owner, { id, version: (await getBatch(owner, { id })).version });
  return id;
}
const batcher = await at.reseller("api", 100_000_000n);
const cancelled = await begin(batcher.ctx, 6_000_000, 3);
await placeBatchRows(system);
await cancelBatch(batcher.ctx, { id: cancelled });
const waiting = await begin(batcher.ctx, 7_000_000, 2);

const bought = await paid();
await fulfilDueOrders(system);
const unbought = await paid();
await db.execute(sql`update shops set refunds_in_outage = true`);

const scheduled = await createSchedule(reseller.ctx, {
  key: randomUUID(),
  phone: formatPhone("+2348034000001"),
  plan: String(planId),
  firstOn: Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString(),
  clock: "08:00",
  unit: "day",
  maxPrice: offer.price,
});
await db.execute(sql`
  update schedules set first_on = first_on - 3, next_on = next_on - 3, next_at = next_at - interval '3 days'
  where id = ${scheduled}`);

await db.execute(sql`update suppliers set enabled = id = ${added.id}`);
await refreshSupply(system);
const pause = { to: "paused", supplierId: added.id, ...paused, expected: "", reason: "it is down" } as const;
await changeLine(admin, pause);
await db.execute(sql`update dispatcher set home = database_identity()`);
await promote(system);

const versionOf = async (id: number) =>
  Number((await db.execute(sql`select version from resellers where id = ${id}`))[0]?.version);
const change = async (resellerId: number) => ({
  resellerId,
  version: await versionOf(resellerId),
  reason: "looked at",
});

/** All that an action or a run of a job may leave behind; the others note that a lane was there. */
const state = () =>
  fingerprintDatabase(system, [
    ...["public.lanes", "public.lane_fair_queue", "public.lane_failures"],
    ...["public.batches", "public.schedules", "public.orders"],
  ]);

/** The columns of due work that a claim doesn't set. */
const readWork = () =>
  db.execute(sql`
    select jsonb_agg(b - 'due_at' - 'looks' order by b->>'id') as rows
    from (select to_jsonb(b) as b from batches b union all select to_jsonb(o) from orders o
      union all select to_jsonb(s) from schedules s) each`);

const PEOPLE: [string, () => Promise<unknown>][] = [
  ["cancels a purchase", () => cancelPurchase(reseller.ctx, { ident: single.ident })],
  ["revokes a token", () => revokeToken(program.ctx, { id: token.id })],
  ["restricts a reseller", async () => restrictReseller(admin, await change(reseller.id))],
  ["closes a reseller", async () => closeReseller(admin, await change(reseller.id))],
  [
    "settles a queued purchase in any other way",
    () =>
      settlePurchase(system, {
        purchaseId: single.id,
        from: ["queued"],
        to: "failed",
        by: "cancelled",
        outcome: null,
      }),
  ],
  [
    "changes it past every function",
    () => db.execute(sql`update purchases set state = 'sending' where id = ${single.id}`),
  ],
];

test.each(PEOPLE)(
  "a caller who %s before the database is confirmed changes nothing, and reads to wait",
  async (_, act) => {
    const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const before = [await state(), await readWork()];
    const error = await act().catch((thrown: unknown) => thrown);
    expect(toProblem(error)).toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/Nothing was changed, and no money moved\. Try again in a minute\.$/),
      facts: { retryAfter: 60 },
    });
    expect([await state(), await readWork()]).toEqual(before);
    log.mockRestore();
  },
);

const JOBS: [string, () => Promise<unknown>][] = [
  ["sending", () => claimPurchase(system, "first", { ...getMainSupplier(), id: added.id })],
  ["expiry", () => expireQueuedPurchases(system)],
  ["a cancelled and a running batch", () => placeBatchRows(system)],
  ["paid orders", () => fulfilDueOrders(system)],
  ["schedules", () => placeDueSchedules(system)],
  ["the supply", () => refreshSupply(system)],
  ["outages", () => detectOutages(system)],
  ["credits", () => advanceUnconfirmed(system)],
];

test.each(JOBS)("a run of %s changes nothing before the database is confirmed", async (_, run) => {
  const before = [await state(), await readWork()];
  await run();
  expect([await state(), await readWork()]).toEqual(before);
});

test("all of it continues once the database is confirmed", async () => {
  await db.execute(sql`update dispatcher set home = database_identity()`);
  await db.execute(sql`update suppliers set home = database_identity() where home is not null`);
  for (const [, run] of JOBS.filter(([name]) => name !== "sending")) await run();
  await reconcilePurchases(system);
  expect(await purchasesOf(unbought.owner)).toMatchObject([{ state: "queued" }]);
  expect(await purchasesOf(bought.owner)).toMatchObject([{ state: "queued" }]);
  expect(await getBatch(batcher.ctx, { id: cancelled })).toMatchObject({ counts: { open: 0 } });
  expect(await getBatch(batcher.ctx, { id: waiting })).toMatchObject({ counts: { open: 2, left: 0 } });
  const [row] = await db.execute(sql`
    select (select state from purchases where id = ${late.id}) as late,
      (select advance from purchases where id = ${unconfirmed.id}) as advance`);
  expect(row).toEqual({ late: "failed", advance: "open" });
  for (const [, act] of PEOPLE.slice(0, 2)) await act();
  expect((await checkPurchases(system)).findings).toEqual([]);
});
