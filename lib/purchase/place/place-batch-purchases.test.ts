import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client";
import { requireBuyer } from "#lib/core/context";
import { claimPurchase, getNextClaimDelay } from "#lib/dispatch/claim-purchase";
import { resetSending } from "#lib/dispatch/testing/reset-sending";
import { setBatchPaused } from "#lib/purchase/queue/queue";
import { cancelBatchPurchases } from "#lib/purchase/settle/cancel-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getMainSupplier } from "#lib/supplier/supplier";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import type { Placing } from "./offer.ts";
import {
  type BatchPlacement,
  type BatchPurchaseRequest,
  placeBatchPurchases,
} from "./place-batch-purchases.ts";
import { placePurchase } from "./place-purchase.ts";
import { readPlacementFacts } from "./placement-facts.ts";
import { buildBatchRef } from "./refs.ts";

const at = await openScene({ WAITING_PER_RESELLER: "30" });
const line = connect(at.url, 1, { idle_timeout: 0 });
afterAll(async () => {
  await line.close();
});

const buildPhone = (n: number) => `+234803${String(1_000_000 + n)}`;

function createRequests(count: number, changes: Partial<BatchPurchaseRequest> = {}): BatchPurchaseRequest[] {
  const key = randomUUID();
  const { planId, price } = at.offered();
  const request = (n: number) => ({
    ref: buildBatchRef(key, n),
    phone: buildPhone(n),
    planId,
    price,
    again: false,
  });
  return Array.from({ length: count }, (_, n) => ({ ...request(n), ...changes }));
}

const readWallet = async (id: number) =>
  (
    await at.system.db.execute<{ wallet: bigint; held: bigint; spent: bigint }>(
      sql`select wallet, held, spent from wallets where reseller_id = ${id}`,
    )
  ).map((row) => ({ wallet: BigInt(row.wallet), held: BigInt(row.held), spent: BigInt(row.spent) }))[0];

const getCode = ({ stopped }: BatchPlacement) => stopped?.code;
const getErrorCode = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );

async function claimNext(): Promise<string | undefined> {
  const sender = { ...at.system, db: line.db };
  for (;;) {
    const claimed = await claimPurchase(sender, "many", getMainSupplier());
    if (claimed) return claimed.ident;
    if ((await getNextClaimDelay(sender, MAIN_SUPPLIER_ID)) === undefined) return undefined;
  }
}

test("places purchases in order, each with a journal, two entries, an audit record and both balances", async () => {
  const { id, ctx } = await at.reseller("affiliate", 10_000_000n);
  const { price } = at.offered();
  const { placed, stopped } = await placeBatchPurchases(ctx, 1, createRequests(40));
  expect([placed.length, stopped]).toEqual([40, undefined]);
  const total = price * 40n;
  expect(await readWallet(id)).toEqual({ wallet: 10_000_000n - total, held: total, spent: total });
  const rows = await at.system.db.execute<{
    before: string;
    after: string;
    balances: string;
    records: string;
  }>(sql`
    select p.wallet_before as before, p.wallet_after as after,
      (select string_agg(e.balance::text, ' ' order by e.account) from journals j join entries e on e.journal_id = j.id where j.purchase_id = p.id) as balances,
      (select count(*) from audit a where a.subject_id = p.ident and a.action = 'purchase.placed' and a.journal_id is not null) as records
    from purchases p where p.reseller_id = ${id} order by p.ref collate "C", p.id`);
  const byId = await at.system.db.execute<{ phone: string }>(
    sql`select phone from purchases where reseller_id = ${id} order by id`,
  );
  expect(byId.map(({ phone }) => phone)).toEqual(Array.from({ length: 40 }, (_, n) => buildPhone(n)));
  expect(rows.every(({ records }) => Number(records) === 1)).toBe(true);
  expect(rows.every(({ before, after }) => BigInt(before) - BigInt(after) === price)).toBe(true);
  expect(rows.every(({ after, balances }) => balances.split(" ")[1] === after)).toBe(true);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("places in order what the wallet pays for, and names the missing amount", async () => {
  const { price } = at.offered();
  const { id, ctx } = await at.reseller("affiliate", price * 5n + 1n);
  const all = createRequests(8);
  const outcome = await placeBatchPurchases(ctx, 1, all);
  expect(outcome.placed.map(({ ref }) => ref)).toEqual(all.slice(0, 5).map(({ ref }) => ref));
  expect(outcome.stopped).toMatchObject({ code: "insufficient_funds", facts: { missing: price - 1n } });
  expect(await readWallet(id)).toMatchObject({ wallet: 1n, held: price * 5n });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("spends the money once when two batches are placed at the same time", async () => {
  const { price } = at.offered();
  const { id, ctx } = await at.reseller("affiliate", price * 6n);
  const both = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
    const [one, other] = [1, 2].map((run) =>
      placeBatchPurchases(ctx, run, createRequests(5, { again: true })),
    );
    await waitForLocks(at.system, 2);
    return { one, other };
  });
  const placed = [await both.one, await both.other].map((outcome) => outcome?.placed.length);
  expect(placed.toSorted()).toEqual([1, 5]);
  expect(await readWallet(id)).toMatchObject({ wallet: 0n, held: price * 6n });
});

test("stops at a changed price, and skips plans that are no longer sold", async () => {
  const { id, ctx } = await at.reseller();
  const all = createRequests(6);
  Object.assign(all[1] as BatchPurchaseRequest, { planId: 999_999 });
  Object.assign(all[4] as BatchPurchaseRequest, { price: at.offered().price - 1n });
  const outcome = await placeBatchPurchases(ctx, 1, all);
  expect(outcome.placed.map(({ ref }) => ref)).toEqual([0, 2, 3].map((n) => all[n]?.ref));
  expect(outcome.unsold).toEqual([all[1]?.ref]);
  expect(outcome.stopped).toMatchObject({ code: "price_changed", facts: { price: at.offered().price } });
  expect((await readWallet(id))?.held).toBe(at.offered().price * 3n);
});

test("skips duplicates of a recent purchase, unless the buyer confirmed them", async () => {
  const { ctx } = await at.reseller();
  await placePurchase(ctx, {
    ...at.offered(),
    ref: "first",
    phone: buildPhone(2),
    channel: "web",
    again: false,
  });
  const all = createRequests(4);
  const outcome = await placeBatchPurchases(ctx, 1, all);
  expect(outcome.duplicates).toEqual([all[2]?.ref]);
  expect([outcome.placed.length, getCode(outcome)]).toEqual([3, undefined]);
  expect((await placeBatchPurchases(ctx, 1, createRequests(4, { again: true }))).placed.length).toBe(4);
});

test("skips duplicates of an earlier purchase that is still queued", async () => {
  const { id, ctx } = await at.reseller();
  await placePurchase(ctx, {
    ...at.offered(),
    ref: "first",
    phone: buildPhone(2),
    channel: "web",
    again: false,
  });
  await at.system.db.execute(sql`
    update purchases set placed_at = now() - interval '3 days' where reseller_id = ${id}`);
  const all = createRequests(4);
  expect((await placeBatchPurchases(ctx, 1, all)).duplicates).toEqual([all[2]?.ref]);
});

test("places nothing for a restricted reseller, while sending is stopped or without current prices, and names the reason", async () => {
  const { id, ctx } = await at.reseller();
  const code = async () => {
    const outcome = await placeBatchPurchases(ctx, 1, createRequests(3));
    return [outcome.placed.length, getCode(outcome)];
  };
  await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${id}`);
  expect(await code()).toEqual([0, "restricted"]);
  await at.system.db.execute(sql`update resellers set state = 'active' where id = ${id}`);
  await at.system.db.execute(
    sql`update dispatcher set stopped = true, stopped_at = now(), stop_reason = 'x'`,
  );
  expect(await code()).toEqual([0, "service_unavailable"]);
  await at.system.db.execute(
    sql`update dispatcher set stopped = false, stopped_at = null, stop_reason = null`,
  );
  await at.system.db.execute(sql`update suppliers set synced_at = now() - interval '1 day' where id = 1`);
  expect(await code()).toEqual([0, "service_unavailable"]);
  await at.system.db.execute(sql`update suppliers set synced_at = now() where id = 1`);
  expect(await code()).toEqual([3, undefined]);
});

test("holds money only for rows that are placed while a supplier is stopped, and buys the rest once later", async () => {
  const price = (n: number) => at.offered(n % 3).price;
  const all = createRequests(12).map((request, n) => ({
    ...request,
    planId: at.offered(n % 3).planId,
    price: price(n),
  }));
  const sum = (rows: BatchPurchaseRequest[]) => rows.reduce((total, row) => total + row.price, 0n);
  const [byOther, byMain] = [all.filter((_, n) => n % 3 > 0), all.filter((_, n) => n % 3 === 0)];
  // Enough for all but the last row that the other supplier delivers: the rows left out must not count.
  const { id, ctx } = await at.reseller("affiliate", sum(byOther) - 1n);
  const routes = [1, 2].map((n) => ({ ...at.offered(n), cost: at.offered(n).price / 2n }));
  const supplier = await addTestSupplier(at.system, { routes });
  onTestFinished(async () => {
    await resetSending(at.system);
    await cancelBatchPurchases(ctx, 12);
    await at.system.db.execute(sql`update suppliers set enabled = false where id = ${supplier.id}`);
    await supplier.close();
  });
  await at.system.db.execute(sql`
    update supplier_sending set stopped = true, stopped_at = now(), probe_at = now() + interval '1 hour', stop_reason = 'x'
    where supplier_id = 1`);
  const first = await placeBatchPurchases(ctx, 12, all);
  expect(first.placed.map(({ ref }) => ref)).toEqual(byOther.slice(0, -1).map(({ ref }) => ref));
  expect(getCode(first)).toBe("service_unavailable");
  const held = sum(byOther.slice(0, -1));
  expect(await readWallet(id)).toEqual({ wallet: sum(byOther) - 1n - held, held, spent: held });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
  await cancelBatchPurchases(ctx, 12);
  expect(await readWallet(id)).toEqual({ wallet: sum(byOther) - 1n, held: 0n, spent: 0n });
  await resetSending(at.system);
  const second = await placeBatchPurchases(ctx, 12, byMain);
  expect([second.placed.length, second.stopped]).toEqual([byMain.length, undefined]);
  expect((await readWallet(id))?.held).toBe(sum(byMain));
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("sends another reseller's purchase after one batch row at most", async () => {
  while (await claimNext());
  const [many, single] = [await at.reseller(), await at.reseller()];
  await placeBatchPurchases(many.ctx, 8, createRequests(60));
  await claimNext();
  const input = { ...at.offered(), ref: "one", phone: "08031234567", channel: "web" as const, again: true };
  const { ident } = (await placePurchase(single.ctx, input)).purchase;
  const sent = [await claimNext(), await claimNext()];
  expect(sent).toContain(ident);
  while (await claimNext());
});

test("pauses a batch without delaying other resellers, resumes it in order, and refunds it when cancelled", async () => {
  while (await claimNext());
  const [{ id, ctx }, second] = [await at.reseller(), await at.reseller()];
  const idents: string[] = [];
  await placeBatchPurchases(ctx, 9, createRequests(5));
  const before = await claimNext();
  await at.system.db.transaction((tx) => setBatchPaused({ ...ctx, db: tx }, { batchId: 9, paused: true }));
  expect(await claimNext()).toBeUndefined();
  const input = { ...at.offered(), phone: "08031234567", channel: "web" as const, again: true };
  // After the first, it would be the turn of the paused batch.
  for (const ref of ["one", "two"]) {
    const { ident } = (await placePurchase(second.ctx, { ...input, ref })).purchase;
    idents.push(ident);
  }
  for (const ident of idents) expect(await claimNext()).toBe(ident);
  expect(await claimNext()).toBeUndefined();
  await setBatchPaused(second.ctx, { batchId: 9, paused: false });
  expect(await claimNext()).toBeUndefined();
  await setBatchPaused(ctx, { batchId: 9, paused: false });
  expect(await claimNext()).not.toBe(before);
  expect(await cancelBatchPurchases(second.ctx, 9)).toBe(0);
  expect(await cancelBatchPurchases(ctx, 9)).toBe(3);
  expect(await cancelBatchPurchases(ctx, 9)).toBe(0);
  expect((await readWallet(id))?.held).toBe(at.offered().price * 2n);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("accepts a purchase as a probe while sending is stopped automatically and a paused batch is queued", async () => {
  while (await claimNext());
  const [{ ctx }, second] = [await at.reseller(), await at.reseller()];
  await placeBatchPurchases(ctx, 10, createRequests(2));
  await setBatchPaused(ctx, { batchId: 10, paused: true });
  await at.system.db.execute(sql`update purchases set state = 'unconfirmed' where state = 'sending'`);
  await at.system.db.execute(
    sql`update supplier_sending set stopped = true, stopped_at = now(), probe_at = now() - interval '1 second'`,
  );
  const input = { ...at.offered(), ref: "probe", phone: "08031234567", channel: "web" as const, again: true };
  expect(await getErrorCode(placePurchase(second.ctx, input))).toBeUndefined();
  await resetSending(at.system);
});

test("counts queued batch rows separately from other purchases", async () => {
  const { ctx } = await at.reseller();
  const input = { ...at.offered(), phone: "08031234567", again: true };
  await placeBatchPurchases(ctx, 7, createRequests(3));
  for (const channel of ["web", "shop"] as const)
    await placePurchase(ctx, { ...input, ref: channel, channel });
  const count = async (placing: Pick<Placing, "namespace" | "channel">) =>
    (await readPlacementFacts(ctx, { buyer: requireBuyer(ctx), ...placing }, [])).facts.waiting;
  expect(await count({ namespace: "batch", channel: "batch" })).toBe(3);
  expect(await count({ namespace: "buyer", channel: "api" })).toBe(2);
  expect(await count({ namespace: "schedule", channel: "batch" })).toBe(2);
});
