import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { connect, type Database } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getMainSupplier } from "#lib/supplier/supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { claimPurchase, getNextClaimDelay } from "./claim-purchase.ts";
import { buildWorkerLock } from "./claim-statement.ts";
import { expireQueuedPurchases } from "./expire-queued-purchases.ts";
import { recoverLostAttempts } from "./recover-lost-attempts.ts";
import { sendClaimedPurchase } from "./send-claimed-purchase.ts";
import { claimNext as claimAtOnce } from "./testing/claim-next.ts";

/** 1200 a minute: slots 51.75 ms apart. */
const GAP_MS = 51.75;

const at = await openScene({ UPSTREAM_PURCHASES_PER_MINUTE: "1200" });
let refs = 0;
const lines: Database[] = [];

// Nothing is queued, sent or stopped when the next test begins.
afterEach(async () => {
  const { db } = at.system;
  await db.execute(sql`update supplier_sending set stopped = false, probe_at = null`);
  await db.execute(sql`update dispatcher set stopped = false`);
  await db.execute(sql`update purchases set deadline_at = now() where state = 'queued'`);
  await db.execute(sql`update attempts set answer_by = now() - interval '1 hour' where result is null`);
  await expireQueuedPurchases(at.system);
  await recoverLostAttempts(at.system);
});
afterAll(async () => {
  await Promise.all(lines.map((line) => line.close()));
});

/** Opens a separate connection, like a sending process. */
function connectSender(): Ctx {
  const line = connect(at.url, 1, { idle_timeout: 0 });
  lines.push(line);
  return { ...at.system, db: line.db };
}

async function buy(ctx: Ctx, channel: "web" | "api" | "batch" | "shop"): Promise<string> {
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel, again: true, ...at.offered() };
  return (await placePurchase(ctx, input)).purchase.ident;
}

async function claimNext(line: Ctx, worker: string): Promise<string> {
  for (;;) {
    const claimed = await claimPurchase(line, worker, getMainSupplier());
    if (claimed) return claimed.ident;
    if ((await getNextClaimDelay(line, MAIN_SUPPLIER_ID)) === undefined)
      throw new Error("Nothing is queued.");
  }
}

test("claims for resellers in turn, web before API before bulk, and a newcomer before another's many", async () => {
  const [busy, newcomer] = [await at.reseller(), await at.reseller()];
  const names = new Map<string, string>();
  for (let n = 1; n <= 5; n++) names.set(await buy(busy.ctx, "batch"), "busy bulk");
  names.set(await buy(busy.ctx, "api"), "busy api");
  names.set(await buy(newcomer.ctx, "batch"), "newcomer bulk");
  names.set(await buy(newcomer.ctx, "shop"), "newcomer shop");
  names.set(await buy(busy.ctx, "web"), "busy web");
  const line = connectSender();
  const order: (string | undefined)[] = [];
  for (let n = 0; n < 9; n++) order.push(names.get(await claimNext(line, "fair")));
  expect(order.slice(0, 3)).toEqual(["busy web", "newcomer shop", "busy api"]);
  expect(order.slice(3, 5)).toContain("newcomer bulk");
});

test("sends nothing once its slot has ended, and queues it again", async () => {
  const ident = await buy((await at.reseller()).ctx, "web");
  const claim = await claimAtOnce(at.system, MAIN_SUPPLIER_ID);
  if (!claim) throw new Error("Nothing was claimed.");
  await sendClaimedPurchase(at.system, claim, () => 0);
  expect((await at.sandbox.purchases()).filter(({ ref }) => ref === ident)).toEqual([]);
  expect(await at.system.db.execute(sql`select state from purchases where ident = ${ident}`)).toEqual([
    { state: "queued" },
  ]);
});

test("claims each purchase once and shares the slots with three processes at once", async () => {
  const { ctx } = await at.reseller();
  const placed = new Set<string>();
  for (let n = 0; n < 21; n++) placed.add(await buy(ctx, "web"));
  const claimed: string[] = [];
  await Promise.all(
    ["one", "two", "three"].map(async (worker) => {
      const line = connectSender();
      for (let n = 0; n < 7; n++) claimed.push(await claimNext(line, worker));
    }),
  );
  expect(new Set(claimed)).toEqual(placed);
  const [row] = await at.system.db.execute<{ span: string }>(sql`
    select extract(epoch from max(claimed_at) - min(claimed_at)) * 1000 as span from attempts
    where worker in ('one', 'two', 'three')`);
  expect(Number(row?.span)).toBeGreaterThan(19 * GAP_MS);
});

test("marks the purchases of a dead process unconfirmed at once, and not those of a living one", async () => {
  const { id, ctx } = await at.reseller();
  await buy(ctx, "web");
  await buy(ctx, "web");
  const [dying, living] = [connectSender(), connectSender()];
  const lost = await claimNext(dying, "dying");
  const alive = await claimNext(living, "living");
  await lines.at(-2)?.close();
  await recoverLostAttempts(at.system);
  await recoverLostAttempts(at.system);
  const states = await at.system.db.execute<{ ident: string; state: string }>(
    sql`select ident, state from purchases where reseller_id = ${id}`,
  );
  const state = (ident: string) => states.find((row) => row.ident === ident)?.state;
  expect(state(lost)).toBe("unconfirmed");
  expect(state(alive)).toBe("sending");
});

test("marks a purchase unconfirmed long after its timeout, though its sender lives, and no other", async () => {
  const { id, ctx } = await at.reseller();
  await buy(ctx, "web");
  await buy(ctx, "web");
  const frozen = connectSender();
  const [overdue, patient] = [await claimNext(frozen, "frozen"), await claimNext(frozen, "frozen")];
  // Each waits for the timeout of the process that claimed it, and half a minute more.
  const age = (ident: string, by: string) =>
    at.system.db.execute(sql`update attempts set claimed_at = now() - interval '1 hour', answer_by = now() - ${by}::interval
      where purchase_id = (select id from purchases where ident = ${ident})`);
  await age(overdue, "40 seconds");
  await age(patient, "20 seconds");
  await recoverLostAttempts(at.system);
  const states = await at.system.db.execute<{ ident: string; state: string }>(
    sql`select ident, state from purchases where reseller_id = ${id}`,
  );
  expect(new Map(states.map(({ ident, state }) => [ident, state]))).toEqual(
    new Map([
      [overdue, "unconfirmed"],
      [patient, "sending"],
    ]),
  );
});

test("takes no slot and no purchase while another connection holds the worker's lock", async () => {
  const { ctx } = await at.reseller();
  const ident = await buy(ctx, "web");
  const [own, other] = [connectSender(), connectSender()];
  await at.system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
  const books = async () => {
    const [row] = await at.system.db.execute(sql`
      select p.state, d.next_slot_at::text as slot, (select count(*)::int from attempts where purchase_id = p.id) as attempts
      from purchases p cross join supplier_sending d where p.ident = ${ident}`);
    return row;
  };
  const before = await books();
  expect(before).toMatchObject({ state: "queued", attempts: 0 });
  await other.db.execute(sql`select pg_advisory_lock(${buildWorkerLock("doubled")})`);
  expect(await claimPurchase(own, "doubled", getMainSupplier())).toBeUndefined();
  expect(await books()).toEqual(before);
  await other.db.execute(sql`select pg_advisory_unlock(${buildWorkerLock("doubled")})`);
  expect((await claimPurchase(own, "doubled", getMainSupplier()))?.ident).toBe(ident);
});

test("claims nothing while an admin has stopped sending, nor after a deadline", async () => {
  const { ctx } = await at.reseller();
  const ident = await buy(ctx, "web");
  const line = connectSender();
  await at.system.db.execute(
    sql`with due as (update supplier_sending set next_slot_at = now()) update dispatcher set stopped = true`,
  );
  expect(await claimPurchase(line, "stopped", getMainSupplier())).toBeUndefined();
  await at.system.db.execute(sql`update dispatcher set stopped = false`);
  await at.system.db.execute(sql`update purchases set deadline_at = now() where ident = ${ident}`);
  expect(await claimPurchase(line, "late", getMainSupplier())).toBeUndefined();
});

test("claims nothing at a supplier that is stopped, but one probe once it is due", async () => {
  const { ctx } = await at.reseller();
  const idents = [await buy(ctx, "web"), await buy(ctx, "web")];
  const line = connectSender();
  const stop = (probe: string) =>
    at.system.db.execute(sql`
      update supplier_sending set next_slot_at = now(), stopped = true, probe_at = now() + ${probe}::interval`);
  await stop("1 hour");
  expect(await claimPurchase(line, "waiting", getMainSupplier())).toBeUndefined();
  await stop("0");
  expect(idents).toContain((await claimPurchase(line, "probing", getMainSupplier()))?.ident);
  await stop("0");
  expect(await claimPurchase(line, "probing", getMainSupplier())).toBeUndefined();
});
