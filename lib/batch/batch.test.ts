import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client";
import { setPin } from "#lib/account/pin/set-pin";
import { listAvailabilitySwitches, setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import type { Ctx } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import { formatPhone } from "#lib/core/text/phone";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { TABLES } from "#lib/modules";
import { saveMarkup } from "#lib/price-list/save-markup";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { setRounding } from "#lib/price-list/set-rounding";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { cancelQueuedPurchases } from "#lib/purchase/settle/cancel-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { cancelBatch, pauseBatch, resumeBatch, startBatch } from "./batch.ts";
import {
  type BatchRow,
  changeBatchRow,
  chooseBatchPlan,
  confirmBatchRows,
  createBatchDraft,
  discardBatchDraft,
  removeBatchRow,
} from "./batch-draft.ts";
import { batchRowList } from "./batch-row-list.ts";
import { getBatch } from "./batch-view.ts";
import { recheckBatch } from "./own-batch.ts";
import { retryBatch } from "./retry-batch.ts";
import { placeBatchRows } from "./testing/place-batch-rows.ts";

const at = await openScene();
// Purchases left by another test would take the faults that this one orders.
beforeEach(async () => {
  await cancelQueuedPurchases(at.system, sql`true`, { outcome: "over" });
});

const phone = (n: number) => formatPhone(`+234803${2_000_000 + n}`);
const line = (number: string, plan = String(at.offered().planId), note = ""): BatchRow => ({
  number,
  plan,
  note,
});
const lines = (count: number, plan?: string) => Array.from({ length: count }, (_, n) => line(phone(n), plan));
const draft = (ctx: Ctx, rows: BatchRow[], key: string = randomUUID()) =>
  createBatchDraft(ctx, { key, lines: rows });

async function rowsOf(ctx: Ctx, id: number) {
  const { rows } = await batchRowList(id).page(ctx, {}, 10_000);
  return rows;
}
const problemsOf = async (ctx: Ctx, id: number) => (await rowsOf(ctx, id)).map(({ problem }) => problem);

async function begun(ctx: Ctx, rows: BatchRow[]): Promise<number> {
  const id = await draft(ctx, rows);
  const { version } = await getBatch(ctx, { id });
  await startBatch(ctx, { id, version });
  return id;
}

const moneyOf = async (id: number) => {
  const [row] = await at.system.db.execute<{ wallet: string; held: string; sales: string }>(
    sql`select wallet, held, sales from wallets where reseller_id = ${id}`,
  );
  return [row?.wallet, row?.held, row?.sales].map((amount) => BigInt(amount ?? -1));
};

async function turnNetwork(admin: Ctx, to: "on" | "off") {
  const { networkId } = at.offered();
  const all = await listAvailabilitySwitches(admin);
  const version = all.find((each) => each.networkId === networkId && each.typeId === null)?.version ?? 0;
  await setAvailabilitySwitch(admin, {
    networkId,
    typeId: null,
    to,
    message: "Down.",
    version,
    reason: "a test",
  });
}

const rejection = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string }) => error.code,
  );

/** Sends until no purchase of the batch is processing. */
async function sendAll(ctx: Ctx, id: number) {
  const dispatcher = runDispatcher(at.system, at.url);
  try {
    await expect.poll(async () => (await getBatch(ctx, { id })).counts.open).toBe(0);
  } finally {
    await dispatcher.stop();
  }
}

test("explains each row's problem before anything is charged, and corrects rows in place", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const { planId, networkId } = at.offered();
  const otherPlan = [...at.catalogue.plans.values()].find((plan) => plan.networkId !== networkId);
  const network = at.catalogue.plans.get(planId)?.networkName;
  await placePurchase(ctx, { ...at.offered(), ref: "r", phone: phone(7), channel: "web", again: true });
  const id = await draft(ctx, [
    line(phone(0)),
    line("12345"),
    line(phone(1), "nothing like it"),
    line(phone(2), "GB"),
    line(phone(3), `${otherPlan?.networkName} #${planId}`),
    line(phone(0)),
    line(phone(7)),
    line(phone(4), `${network} #${planId}`),
    line(phone(5), ""),
  ]);
  expect(await problemsOf(ctx, id)).toEqual([
    ...[null, "number", "plan", "which", "network", "twice", "recent", null, "plan"],
  ]);
  const before = await getBatch(ctx, { id });
  expect(before.right).toMatchObject({ count: 2, total: at.offered().price * 2n });
  expect(before.unclear.find(({ texts }) => texts.includes("GB"))?.candidates.length).toBeGreaterThan(1);
  const rows = await rowsOf(ctx, id);
  const row = (n: number) => rows[n]?.id ?? 0;
  await changeBatchRow(ctx, { id, row: row(1), number: phone(9), plan: String(planId), note: "Ada" });
  await chooseBatchPlan(ctx, { id, plan: "GB", planId });
  await confirmBatchRows(ctx, { id, row: row(5) });
  await removeBatchRow(ctx, { id, row: row(4) });
  await removeBatchRow(ctx, { id, row: row(4) });
  expect(await problemsOf(ctx, id)).toEqual([null, null, "plan", null, null, "recent", null, "plan"]);
  await confirmBatchRows(ctx, { id, problem: "recent" });
  const after = await getBatch(ctx, { id });
  expect(after.right.count).toBe(6);
  expect(after.version).toBeGreaterThan(before.version);
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price);
});

test("asks about the same batch while the first waits and for twelve hours after it was bought", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const first = await begun(ctx, lines(2));
  const second = await draft(ctx, lines(3));
  expect(await problemsOf(ctx, second)).toEqual(["recent", "recent", null]);
  await placeBatchRows(at.system);
  await cancelQueuedPurchases(at.system, sql`true`, { outcome: "over" });
  expect(await problemsOf(ctx, await draft(ctx, lines(2)))).toEqual([null, null]);
  await placeBatchRows(at.system);
  const third = await retryBatch(ctx, { id: first, which: "cancelled" });
  await startBatch(ctx, { id: third, version: (await getBatch(ctx, { id: third })).version });
  await placeBatchRows(at.system);
  await sendAll(ctx, third);
  for (const [hours, problem] of [
    [11, "recent"],
    [13, null],
  ] as const) {
    await at.system.db.execute(sql`
      update purchases set placed_at = now() - make_interval(hours => ${hours}) where reseller_id = ${reseller}`);
    expect(await problemsOf(ctx, await draft(ctx, lines(2)))).toEqual([problem, problem]);
  }
});

test("resumes a batch after a price confirmation, although its owner bought the same hours before", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await begun(ctx, lines(1));
  const purchase = { ...at.offered(), ref: "own", phone: phone(0), channel: "api", again: true } as const;
  const { ident } = (await placePurchase(ctx, purchase)).purchase;
  const dispatcher = runDispatcher(at.system, at.url);
  expect((await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS)).state).toBe("successful");
  await dispatcher.stop();
  await at.system.db.execute(sql`
    update purchases set placed_at = now() - interval '3 hours' where reseller_id = ${reseller}`);
  await at.system.db.execute(sql`update batches set pause = 'price' where id = ${id}`);
  await resumeBatch(ctx, { id, version: (await getBatch(ctx, { id })).version });
  expect(await problemsOf(ctx, id)).toEqual([null]);
});

test("buys every row although its owner used the refs of its rows before", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const key = randomUUID().toUpperCase();
  for (const [n, channel] of (["web", "api"] as const).entries())
    await placePurchase(ctx, {
      ...at.offered(),
      ref: `batch.${key}.${n + 1}`,
      phone: phone(90),
      channel,
      again: true,
    });
  const id = await draft(ctx, lines(3), key);
  await startBatch(ctx, { id, version: (await getBatch(ctx, { id })).version });
  await placeBatchRows(at.system);
  expect((await rowsOf(ctx, id)).map(({ ident }) => ident !== null)).toEqual([true, true, true]);
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price * 5n);
});

test("fills in the price list where a row names no price, and follows its changes until it is bought", async () => {
  const { ctx } = await at.reseller();
  const { price, planId } = at.offered();
  await setRounding(ctx, { rounding: "0" });
  await saveMarkup(ctx, { kind: "flat", value: "30" });
  const paid = formatDecimal(price + 5_000n);
  const bad = { ...line("12"), sellingPrice: "" };
  const id = await draft(ctx, [line(phone(1)), bad, { ...line(phone(2)), sellingPrice: paid }]);
  expect((await getBatch(ctx, { id })).earns).toEqual({
    count: 2,
    sellingPrice: 2n * price + 8_000n,
    profit: 8_000n,
  });
  await saveMarkup(ctx, { kind: "flat", value: "40" });
  expect((await getBatch(ctx, { id })).earns.profit).toBe(9_000n);
  const [first, , third] = await rowsOf(ctx, id);
  expect(first).toMatchObject({ sellingPriceText: "", sellingPrice: price + 4_000n });
  await changeBatchRow(ctx, {
    id,
    row: third?.id ?? 0,
    number: phone(2),
    plan: String(planId),
    note: "",
    sellingPrice: "",
  });
  await savePlanPrice(ctx, { planId, pricing: "fixed", value: formatDecimal(price - 100n) });
  await getBatch(ctx, { id });
  expect(await problemsOf(ctx, id)).toEqual(["loss", "number", "loss"]);
  await confirmBatchRows(ctx, { id, problem: "loss" });
  await startBatch(ctx, { id, version: (await getBatch(ctx, { id })).version });
  await placeBatchRows(at.system);
  const sold = await at.system.db.execute(sql`select selling_price from purchases where batch_id = ${id}`);
  expect(sold).toEqual([{ selling_price: String(price - 100n) }, { selling_price: String(price - 100n) }]);
});

test("records selling prices with purchases, explains impossible ones first, and copies them to a retry", async () => {
  const { ctx } = await at.reseller();
  const { price } = at.offered();
  const sold = (n: number, sellingPrice: string) => ({ ...line(phone(n)), sellingPrice });
  const paid = formatDecimal(price + 5_000n);
  const id = await draft(ctx, [
    ...[sold(0, `₦${paid}`), sold(1, "about 300"), sold(2, formatDecimal(price * 20n + 1n)), sold(3, "0")],
    line(phone(4)),
  ]);
  expect(await problemsOf(ctx, id)).toEqual([null, "selling_price", "selling_price", "selling_price", null]);
  expect((await getBatch(ctx, { id })).earns).toEqual({
    count: 1,
    sellingPrice: price + 5_000n,
    profit: 5_000n,
  });
  const [first, second, third] = await rowsOf(ctx, id);
  const change = { id, number: phone(1), plan: String(at.offered().planId), note: "" };
  await changeBatchRow(ctx, { ...change, row: second?.id ?? 0, sellingPrice: formatDecimal(price - 1_000n) });
  expect(third?.sellingPriceText).toBe(formatDecimal(price * 20n + 1n));
  expect(first?.sellingPrice).toBe(price + 5_000n);
  // A sale at a loss asks once.
  expect(await problemsOf(ctx, id)).toEqual([null, "loss", "selling_price", "selling_price", null]);
  await confirmBatchRows(ctx, { id, problem: "loss" });
  expect(await problemsOf(ctx, id)).toEqual([null, null, "selling_price", "selling_price", null]);
  const { version, earns } = await getBatch(ctx, { id });
  expect(earns).toEqual({ count: 2, sellingPrice: 2n * price + 4_000n, profit: 4_000n });
  await startBatch(ctx, { id, version });
  await placeBatchRows(at.system);
  const noted = await at.system.db.execute(
    sql`select selling_price from purchases where batch_id = ${id} order by id`,
  );
  expect(noted).toEqual([
    { selling_price: String(price + 5_000n) },
    { selling_price: String(price - 1_000n) },
    { selling_price: null },
  ]);
  await cancelBatch(ctx, { id });
  await placeBatchRows(at.system);
  const next = await retryBatch(ctx, { id, which: "cancelled" });
  expect((await getBatch(ctx, { id: next })).earns).toEqual({
    count: 2,
    sellingPrice: 2n * price + 4_000n,
    profit: 4_000n,
  });
});

test("adds up the profit on delivered rows with a selling price", async () => {
  const { ctx } = await at.reseller();
  const sellingPrice = formatDecimal(at.offered().price + 5_000n);
  const priced = lines(4).map((row) => ({ ...row, sellingPrice }));
  const id = await begun(ctx, [...priced, line(phone(4))]);
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).kept).toEqual({ count: 0, profit: 0n });
  await at.sandbox.order("fail", { times: 1 });
  await sendAll(ctx, id);
  const rows = await rowsOf(ctx, id);
  const count = rows.filter((row) => row.status === "successful" && row.sellingPrice !== null).length;
  const { counts, kept } = await getBatch(ctx, { id });
  expect(counts).toMatchObject({ successful: 4, failed: 1 });
  expect(kept).toEqual({ count, profit: BigInt(count) * 5_000n });
  const { size, volume } = at.catalogue.plans.get(at.offered().planId) ?? {};
  expect(rows).toMatchObject(Array(5).fill({ planSize: `${size} ${volume}` }));
});

test("asks about a number whose last delivery was on another network", async () => {
  const { ctx } = await at.reseller();
  const { planId, networkId } = at.offered();
  const id = await begun(ctx, lines(1));
  await placeBatchRows(at.system);
  await sendAll(ctx, id);
  const otherPlans = [...at.catalogue.plans.values()].filter((plan) => plan.networkId !== networkId);
  const next = await draft(ctx, [line(phone(0), String(otherPlans[0]?.id)), line(phone(1), String(planId))]);
  expect(await problemsOf(ctx, next)).toEqual(["other_network", null]);
});

test("makes one batch of the same form twice, and hides it from every other account", async () => {
  const [{ ctx }, other, admin] = [await at.reseller(), await at.reseller(), await at.admin()];
  const key = randomUUID();
  const [id, again] = await Promise.all([draft(ctx, lines(3), key), draft(ctx, lines(3), key)]);
  expect(again).toBe(id);
  const [row] = await rowsOf(ctx, id);
  for (const ctx of [other.ctx, admin, { ...at.system }]) {
    const input = { id, row: row?.id ?? 0 };
    for (const work of [
      () => getBatch(ctx, { id }),
      () => changeBatchRow(ctx, { ...input, number: phone(9), plan: "", note: "" }),
      () => removeBatchRow(ctx, input),
      () => confirmBatchRows(ctx, { id }),
      () => chooseBatchPlan(ctx, { id, plan: "", planId: 1 }),
      () => startBatch(ctx, { id, version: 1 }),
      () => pauseBatch(ctx, { id }),
      () => resumeBatch(ctx, { id, version: 1 }),
      () => cancelBatch(ctx, { id }),
      () => retryBatch(ctx, { id, which: "failed" }),
    ])
      expect(await rejection((async () => work())())).toBe("not_found");
  }
  expect(await rowsOf(other.ctx, id)).toEqual([]);
  await discardBatchDraft(other.ctx, { id });
  expect((await getBatch(ctx, { id })).rows).toBe(3);
  await discardBatchDraft(ctx, { id });
  await discardBatchDraft(ctx, { id });
  expect(await rejection(getBatch(ctx, { id }))).toBe("not_found");
});

test("deletes a draft with its rows after a month, and keeps a started batch", async () => {
  const { ctx } = await at.reseller();
  const [old, begun, young] = [
    await draft(ctx, lines(2)),
    await draft(ctx, lines(1)),
    await draft(ctx, lines(1)),
  ];
  await startBatch(ctx, { id: begun, version: (await getBatch(ctx, { id: begun })).version });
  const { rows } = await getBatch(ctx, { id: young });
  await at.system.db.execute(
    sql`update batches set created_at = created_at - interval '31 days' where id in (${old}, ${begun})`,
  );
  expect((await sweepOldData(at.system, TABLES, ["batches"])).swept).toEqual({ batches: 1 });
  expect(await rejection(getBatch(ctx, { id: old }))).toBe("not_found");
  expect(await at.system.db.execute(sql`select from batch_rows where batch_id = ${old}`)).toEqual([]);
  expect((await getBatch(ctx, { id: begun })).state).toBe("running");
  expect((await getBatch(ctx, { id: young })).rows).toBe(rows);
});

test("starts a batch once from two windows, at the prices shown, and then keeps its rows", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await draft(ctx, [...lines(5), line("12")]);
  const { version } = await getBatch(ctx, { id });
  await Promise.all([1, 2, 3].map(() => startBatch(ctx, { id, version })));
  await Promise.all([placeBatchRows(at.system), placeBatchRows(at.system), placeBatchRows(at.system)]);
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).counts).toMatchObject({ open: 5, left: 1, waiting: 0 });
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price * 5n);
  const [row] = await rowsOf(ctx, id);
  const changed = changeBatchRow(ctx, { id, row: row?.id ?? 0, number: phone(9), plan: "", note: "" });
  expect(await rejection(changed)).toBe("conflict");
  expect(await rejection(discardBatchDraft(ctx, { id }))).toBe("conflict");
  await expect(at.system.db.execute(sql`delete from batch_rows where batch_id = ${id}`)).rejects.toThrow();
  await expect(
    at.system.db.execute(sql`update batch_rows set phone = 'x' where batch_id = ${id}`),
  ).rejects.toThrow();
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("leaves a locked batch out, lets its owner read it meanwhile, and places it afterwards", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, lines(5));
  const release = await holdTransaction(at.system.db, sql`select from batches where id = ${id} for update`);
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).counts.waiting).toBe(5);
  await release();
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).counts.open).toBe(5);
});

test("asks for confirmation again when a price or row changed since the reseller saw it", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await draft(ctx, lines(3));
  const { version } = await getBatch(ctx, { id });
  await at.system.db.execute(sql`update batch_rows set price = price - 100 where batch_id = ${id}`);
  expect(await rejection(startBatch(ctx, { id, version }))).toBe("conflict");
  const seen = await getBatch(ctx, { id });
  expect([seen.state, seen.right.repriced]).toEqual(["draft", 3]);
  expect((await rowsOf(ctx, id))[0]?.previousPrice).toBe(at.offered().price - 100n);
  await startBatch(ctx, { id, version: seen.version });
  await at.system.db.execute(
    sql`update batch_rows set price = price - 100 where batch_id = ${id} and line > 1`,
  );
  await placeBatchRows(at.system);
  const paused = await getBatch(ctx, { id });
  expect(paused).toMatchObject({ pause: "price", counts: { open: 1, waiting: 2 } });
  expect(await rejection(resumeBatch(ctx, { id, version: seen.version }))).toBe("conflict");
  await placeBatchRows(at.system);
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price);
  await resumeBatch(ctx, { id, version: paused.version });
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).counts.open).toBe(3);
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price * 3n);
});

test("pauses in the middle when the balance is too low, and resumes automatically after funding", async () => {
  const { price } = at.offered();
  const { id: reseller, ctx } = await at.reseller("affiliate", price * 2n);
  const id = await begun(ctx, lines(5));
  await placeBatchRows(at.system);
  expect(await getBatch(ctx, { id })).toMatchObject({ pause: "money", counts: { open: 2, waiting: 3 } });
  await postCredit(at.system, { resellerId: reseller, amount: price * 3n, reason: "more" });
  await placeBatchRows(at.system);
  expect(await getBatch(ctx, { id })).toMatchObject({ pause: null, counts: { open: 5, waiting: 0 } });
  expect((await moneyOf(reseller)).slice(0, 2)).toEqual([0n, price * 5n]);
});

test("pauses for the daily limit, a restriction and an unavailable service", async () => {
  const { price } = at.offered();
  const { id: reseller, ctx } = await at.reseller();
  const id = await begun(ctx, lines(5));
  const pause = async () => {
    await placeBatchRows(at.system);
    return (await getBatch(ctx, { id })).pause;
  };
  await at.system.db.execute(sql`update resellers set daily_limit = ${price} where id = ${reseller}`);
  expect(await pause()).toBe("limit");
  await at.system.db.execute(sql`update resellers set daily_limit = null where id = ${reseller}`);
  await at.system.db.execute(
    sql`update dispatcher set stopped = true, stopped_at = now(), stop_reason = 'x'`,
  );
  expect(await pause()).toBe("service");
  await at.system.db.execute(
    sql`update dispatcher set stopped = false, stopped_at = null, stop_reason = null`,
  );
  await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${reseller}`);
  expect(await pause()).toBe("restricted");
  await at.system.db.execute(sql`update resellers set state = 'active' where id = ${reseller}`);
  expect(await pause()).toBe("restricted");
  await resumeBatch(ctx, { id, version: 0 });
  expect(await pause()).toBe(null);
  expect((await getBatch(ctx, { id })).counts.open).toBe(5);
});

test("leaves out a row bought elsewhere meanwhile, and allows a retry as a second purchase", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, lines(3));
  await placePurchase(ctx, { ...at.offered(), ref: "mine", phone: phone(1), channel: "web", again: true });
  await placeBatchRows(at.system);
  const run = await getBatch(ctx, { id });
  expect(run.counts).toMatchObject({ open: 2, left: 1 });
  const next = await retryBatch(ctx, { id, which: "left" });
  expect(await problemsOf(ctx, next)).toEqual(["recent"]);
});

test("sends nothing while paused; cancelling refunds the rest exactly and finishes sent purchases", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const { price } = at.offered();
  const id = await begun(ctx, lines(8));
  await placeBatchRows(at.system);
  await at.sandbox.settings({ purchasesPerMinute: 1_000_000 });
  await pauseBatch(ctx, { id });
  await at.system.db.execute(sql`
    update purchases set paused = false where id = (select min(id) from purchases where batch_id = ${id})`);
  const dispatcher = runDispatcher(at.system, at.url);
  await expect.poll(async () => (await getBatch(ctx, { id })).counts.successful).toBe(1);
  await dispatcher.stop();
  expect((await getBatch(ctx, { id })).counts).toMatchObject({ successful: 1, open: 7 });
  await cancelBatch(ctx, { id });
  await cancelBatch(ctx, { id });
  await placeBatchRows(at.system);
  const run = await getBatch(ctx, { id });
  expect(run).toMatchObject({ state: "cancelled", over: true, counts: { successful: 1, cancelled: 7 } });
  expect(await moneyOf(reseller)).toEqual([10_000_000n - price, 0n, price]);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("retries only failed rows, and each once, however often a retry is requested", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const { price } = at.offered();
  const id = await begun(ctx, lines(6));
  await placeBatchRows(at.system);
  await at.sandbox.order("fail", { times: 2 });
  await sendAll(ctx, id);
  expect((await getBatch(ctx, { id })).counts).toMatchObject({ successful: 4, failed: 2 });
  const all = await Promise.all([1, 2, 3].map(() => retryBatch(ctx, { id, which: "failed" })));
  expect(new Set(all).size).toBe(1);
  const [next = 0] = all;
  const { version, right } = await getBatch(ctx, { id: next });
  expect(right.count).toBe(2);
  await startBatch(ctx, { id: next, version });
  expect(await retryBatch(ctx, { id, which: "failed" })).toBe(next);
  await placeBatchRows(at.system);
  await sendAll(ctx, next);
  expect((await getBatch(ctx, { id: next })).counts.successful).toBe(2);
  expect(await moneyOf(reseller)).toEqual([10_000_000n - price * 6n, 0n, price * 6n]);
});

test("buys each row once when another worker continues after a crash", async () => {
  const { id: reseller, ctx } = await at.reseller("affiliate", 1_000_000_000n);
  const id = await begun(ctx, lines(600));
  const line = connect(at.url, 2);
  const release = await holdTransaction(at.system.db, sql`lock table audit in access exclusive mode`);
  const cut = placeBatchRows({ ...at.system, db: line.db }).catch(() => "cut off");
  await waitForLocks(at.system, 1);
  await line.cut();
  expect(await cut).toBe("cut off");
  await release();
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).counts).toMatchObject({ open: 600, waiting: 0 });
  const [row] = await at.system.db.execute<{ bought: number; numbers: number }>(sql`
    select count(*)::integer as bought, count(distinct phone)::integer as numbers from purchases where batch_id = ${id}`);
  expect(row).toEqual({ bought: 600, numbers: 600 });
  expect((await moneyOf(reseller))[1]).toBe(at.offered().price * 600n);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("matches every row and amount with the upstream after failures, lost responses and dropped connections", async () => {
  const { id: reseller, ctx } = await at.reseller("affiliate", 1_000_000_000n);
  const before = await at.sandbox.transactions();
  const id = await begun(ctx, lines(60));
  await placeBatchRows(at.system);
  await at.sandbox.rates({ fail: 0.2, "lost-answer": 0.1, "bad-gateway-delivered": 0.1, reset: 0.1 }, 7);
  await sendAll(ctx, id);
  await at.sandbox.clearFaults();
  const rows = await rowsOf(ctx, id);
  const upstream = new Map(
    (await at.sandbox.transactions())
      .slice(before.length)
      .map((transaction) => [transaction.ref, transaction]),
  );
  for (const { ident, status } of rows) {
    const truth = upstream.get(ident ?? "");
    if (status === "successful") expect(truth?.status).toBe("successful");
    else if (status === "failed") expect(truth?.status).toBe("failed");
    else expect(status).toBe("unconfirmed");
  }
  const { counts } = await getBatch(ctx, { id });
  expect([counts.failed > 0, counts.unconfirmed > 0, counts.successful > 0]).toEqual([true, true, true]);
  const { price } = at.offered();
  const [held, sales] = [price * BigInt(counts.unconfirmed), price * BigInt(counts.successful)];
  expect(await moneyOf(reseller)).toEqual([1_000_000_000n - held - sales, held, sales]);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("exports each row's result, with formulas escaped", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, [line(phone(0), undefined, "=1+1"), line("12", "x", "Ada")]);
  await placeBatchRows(at.system);
  let text = "";
  for await (const piece of batchRowList(id).csv(ctx, {})) text += piece;
  expect(text).toMatch(
    /^"line","number","plan","note","price","selling price","result","reason","reference","ended"\r\n/,
  );
  expect(text).toMatch(/"1","0803 200 0000",".+","'=1\+1","[\d.]+","","Processing","","DT\w+",""/);
  expect(text).toMatch(/"2","12","x","Ada","","","Not bought","This mobile number isn’t valid\.","",""/);
});

test("asks for the PIN when a batch is resumed at other prices, and for nothing else", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, lines(1));
  await setPin(ctx, { pin: "4711" });
  await pauseBatch(ctx, { id });
  await resumeBatch(ctx, { id, version: 0 });
  await at.system.db.execute(sql`update batches set pause = 'price' where id = ${id}`);
  const { version } = await getBatch(ctx, { id });
  expect(await rejection(resumeBatch(ctx, { id, version }))).toBe("invalid");
  expect(await rejection(resumeBatch(ctx, { id, version, pin: "1111" }))).toBe("invalid");
  expect((await getBatch(ctx, { id })).pause).toBe("price");
  await resumeBatch(ctx, { id, version, pin: "4711" });
  expect((await getBatch(ctx, { id })).pause).toBe(null);
});

test("asks for the new prices and the PIN though the batch was paused manually after they changed", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await begun(ctx, lines(2));
  await setPin(ctx, { pin: "4711" });
  await at.system.db.execute(sql`update batch_rows set price = price - 100 where batch_id = ${id}`);
  await placeBatchRows(at.system);
  const { version } = await getBatch(ctx, { id });
  await pauseBatch(ctx, { id });
  await resumeBatch(ctx, { id, version });
  await placeBatchRows(at.system);
  expect(await getBatch(ctx, { id })).toMatchObject({ pause: "price", counts: { open: 0, waiting: 2 } });
  expect((await moneyOf(reseller))[1]).toBe(0n);
  expect(await rejection(resumeBatch(ctx, { id, version }))).toBe("invalid");
  await resumeBatch(ctx, { id, version, pin: "4711" });
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).counts.open).toBe(2);
});

test("still asks for the new prices after the plan was off sale in between", async () => {
  const { id: reseller, ctx } = await at.reseller();
  const id = await begun(ctx, lines(2));
  await at.system.db.execute(sql`update batch_rows set price = price - 100 where batch_id = ${id}`);
  await placeBatchRows(at.system);
  const ada = await at.admin();
  for (const to of ["off", "on"] as const) {
    await turnNetwork(ada, to);
    await recheckBatch(ctx, { id });
  }
  await pauseBatch(ctx, { id });
  const { version } = await getBatch(ctx, { id });
  await resumeBatch(ctx, { id, version });
  await placeBatchRows(at.system);
  expect(await getBatch(ctx, { id })).toMatchObject({ pause: "price", counts: { open: 0, waiting: 2 } });
  expect((await rowsOf(ctx, id))[0]?.previousPrice).toBe(at.offered().price - 100n);
  expect((await moneyOf(reseller))[1]).toBe(0n);
});

test("asks for nothing when a price is the confirmed one again", async () => {
  const { ctx } = await at.reseller();
  const id = await begun(ctx, lines(2));
  const setPrices = (to: bigint) =>
    at.system.db.execute(sql`update batch_rows set price = ${to} where batch_id = ${id}`);
  const { price } = at.offered();
  await setPrices(price - 100n);
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).pause).toBe("price");
  await at.system.db.execute(sql`update batch_rows set previous_price = ${price} where batch_id = ${id}`);
  await setPrices(price + 100n);
  await recheckBatch(ctx, { id });
  await pauseBatch(ctx, { id });
  const { version } = await getBatch(ctx, { id });
  await resumeBatch(ctx, { id, version });
  await placeBatchRows(at.system);
  expect((await getBatch(ctx, { id })).counts.open).toBe(2);
});

test("requires the PIN to start a batch if one is set, and keeps the draft after a wrong one", async () => {
  const { ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const id = await draft(ctx, lines(2));
  const { version } = await getBatch(ctx, { id });
  for (const pin of [undefined, "4712"])
    await expect(startBatch(ctx, { id, version, pin })).rejects.toMatchObject({
      fields: { pin: [expect.any(String)] },
    });
  expect((await getBatch(ctx, { id })).state).toBe("draft");
  await startBatch(ctx, { id, version, pin: "4711" });
  expect((await getBatch(ctx, { id })).state).toBe("running");
});

test("starts a batch once and asks for no PIN when its form is sent again after a lost response", async () => {
  const { ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const id = await draft(ctx, lines(2));
  const { version } = await getBatch(ctx, { id });
  await startBatch(ctx, { id, version, pin: "4711" });
  for (const pin of [undefined, "1", "2", "3"]) await startBatch(ctx, { id, version, pin });
  expect((await getBatch(ctx, { id })).state).toBe("running");
  // None of them counted as a wrong PIN.
  const next = await draft(ctx, lines(3).slice(2));
  await startBatch(ctx, { id: next, version: (await getBatch(ctx, { id: next })).version, pin: "4711" });
});
