import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { connect, inTransaction } from "#db/client";
import { cancelBatch, pauseBatch, resumeBatch, startBatch } from "#lib/batch/batch";
import { createBatchDraft, discardBatchDraft, readBatchFile } from "#lib/batch/batch-draft";
import { batchList } from "#lib/batch/batch-list";
import { batchRowList } from "#lib/batch/batch-row-list";
import { getBatch } from "#lib/batch/batch-view";
import { retryBatch } from "#lib/batch/retry-batch";
import { placeBatchRows } from "#lib/batch/testing/place-batch-rows";
import type { Ctx } from "#lib/core/context";
import { getBalance } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";
import { changeHelper, endHelper } from "./change-helper.ts";
import { listHelpers } from "./list-helpers.ts";
import { addHelper } from "./testing/add-helper.ts";

const at = await openScene();
const plan = at.offered();
const { price } = plan;
let owner: { id: number; ctx: Ctx };
let phones = 0;

beforeEach(async () => {
  owner = await at.reseller();
});

const nextPhone = () => `0805${String(1_000_000 + phones++)}`;
const createDraft = (ctx: Ctx, count: number) => {
  const line = () => ({ number: nextPhone(), plan: String(plan.planId), note: "" });
  const lines = Array.from({ length: count }, line);
  return createBatchDraft(ctx, { key: randomUUID(), lines });
};

async function start(ctx: Ctx, count: number): Promise<number> {
  const id = await createDraft(ctx, count);
  await startBatch(ctx, { id, version: (await getBatch(ctx, { id })).version });
  return id;
}

const spentOf = async (helperId: number) =>
  (await listHelpers(owner.ctx)).find(({ id }) => id === helperId)?.spent;

/** Expects a rejection, also one that is thrown before there is a promise. */
const expectDenial = (work: () => unknown) =>
  expect((async () => work())()).rejects.toMatchObject({ code: "not_found" });

test("a helper without the permission can do nothing with batches", async () => {
  const [bisi, chidi] = [
    await addHelper(owner.ctx, { permissions: ["cost", "cancel"] }),
    await addHelper(owner.ctx, { permissions: ["batches"] }),
  ];
  const id = await createDraft(chidi.ctx, 2);
  const { ctx } = bisi;
  for (const work of [
    () => createDraft(ctx, 1),
    () => readBatchFile(ctx, nextPhone()),
    () => getBatch(ctx, { id }),
    () => batchList.page(ctx, {}),
    () => batchRowList(id).page(ctx, {}),
    () => startBatch(ctx, { id, version: 1 }),
    () => pauseBatch(ctx, { id }),
    () => resumeBatch(ctx, { id, version: 1 }),
    () => cancelBatch(ctx, { id }),
    () => retryBatch(ctx, { id, which: "failed" }),
  ])
    await expectDenial(work);
  await discardBatchDraft(ctx, { id });
  expect(await getBatch(chidi.ctx, { id })).toMatchObject({ state: "draft", rows: 2 });
});

test("a helper with it buys by a batch as themselves, and sees only the batches that they made", async () => {
  const [bisi, chidi] = [
    await addHelper(owner.ctx, { permissions: ["batches"] }),
    await addHelper(owner.ctx, { permissions: ["batches", "cancel"] }),
  ];
  const before = (await getBalance(owner.ctx)).wallet;
  const [own, other, id] = [await start(owner.ctx, 1), await start(chidi.ctx, 1), await start(bisi.ctx, 3)];
  await placeBatchRows(at.system);
  expect((await getBalance(bisi.ctx)).wallet).toBe(before - 5n * price);
  const sold = (await ownPurchaseList.page(bisi.ctx, {})).rows;
  expect(sold.map(({ soldBy }) => soldBy)).toEqual(Array(3).fill(sold[0]?.soldBy));
  expect(sold[0]?.soldBy).toBeTruthy();
  const actors = await at.system.db.execute(sql`
    select distinct a.actor from purchases p join audit a on a.action = 'purchase.placed' and a.subject_id = p.ident
    where p.batch_id = ${id}`);
  expect(actors).toEqual([{ actor: `helper:${bisi.id}` }]);
  expect(await spentOf(bisi.id)).toBe(3n * price);

  expect((await batchList.page(bisi.ctx, {})).rows.map((batch) => batch.id)).toEqual([id]);
  const all = (await batchList.page(owner.ctx, {})).rows;
  expect(all.map((batch) => [batch.id, batch.madeBy])).toEqual([
    [id, sold[0]?.soldBy],
    [other, expect.any(String)],
    [own, null],
  ]);
  for (const hidden of [own, other]) {
    await expectDenial(() => getBatch(bisi.ctx, { id: hidden }));
    expect((await batchRowList(hidden).page(bisi.ctx, {})).rows).toEqual([]);
  }
  await pauseBatch(bisi.ctx, { id });
  const { version } = await getBatch(bisi.ctx, { id });
  await resumeBatch(bisi.ctx, { id, version });
  await expectDenial(() => cancelBatch(bisi.ctx, { id }));
  await cancelBatch(chidi.ctx, { id: other });
  await cancelBatch(owner.ctx, { id });
  await placeBatchRows(at.system);
  expect((await getBatch(bisi.ctx, { id })).counts).toMatchObject({ cancelled: 3 });
  const again = await retryBatch(bisi.ctx, { id, which: "cancelled" });
  expect((await getBatch(bisi.ctx, { id: again })).rows).toBe(3);
  expect(await spentOf(bisi.id)).toBe(0n);
});

test("the daily limit holds for the rows of batches and single purchases together, in parallel", async () => {
  const bisi = await addHelper(owner.ctx, { permissions: ["batches"], dailyLimit: 7n * price + 1n });
  const chidi = await addHelper(owner.ctx, { permissions: ["batches"], dailyLimit: 2n * price });
  const ids = [await start(bisi.ctx, 6), await start(chidi.ctx, 4), await start(bisi.ctx, 6)];
  const processes = [connect(at.url, 3), connect(at.url, 3)];
  const sell = () =>
    inTransaction(bisi.ctx, (tx) =>
      placePurchase(tx, { ...plan, ref: randomUUID(), phone: nextPhone(), channel: "web", again: true }),
    );
  const outcomes = await Promise.allSettled([
    ...processes.map(({ db }) => placeBatchRows({ ...at.system, db })),
    ...Array.from({ length: 6 }, sell),
  ]);
  for (const process of processes) await process.close();
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
  expect(new Set(reasons)).toEqual(new Set(reasons.length > 0 ? ["daily_limit"] : []));
  expect([await spentOf(bisi.id), await spentOf(chidi.id)]).toEqual([7n * price, 2n * price]);
  const pauses = await Promise.all(ids.map(async (id) => (await getBatch(owner.ctx, { id })).pause));
  expect(pauses).toContain("limit");
  expect((await getBatch(chidi.ctx, { id: ids[1] ?? 0 })).counts).toMatchObject({ open: 2, waiting: 2 });

  // A higher limit lets the next row through, and no further one.
  await at.system.db.execute(sql`update helpers set daily_limit = ${3n * price} where id = ${chidi.id}`);
  await placeBatchRows(at.system);
  expect(await spentOf(chidi.id)).toBe(3n * price);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("a batch waits once its helper may use batches no more, until the reseller cancels it", async () => {
  const bisi = await addHelper(owner.ctx, { permissions: ["batches"], dailyLimit: price });
  const chidi = await addHelper(owner.ctx, { permissions: ["batches"] });
  const [ended, withdrawn] = [await start(bisi.ctx, 3), await start(chidi.ctx, 2)];
  await changeHelper(owner.ctx, { id: chidi.id, version: 1, dailyLimit: "", permissions: ["cost"] });
  await placeBatchRows(at.system);
  await endHelper(owner.ctx, { id: bisi.id });
  await placeBatchRows(at.system);
  const read = (id: number) => getBatch(owner.ctx, { id });
  expect(await read(ended)).toMatchObject({ pause: "restricted", counts: { open: 1, waiting: 2 } });
  expect(await read(withdrawn)).toMatchObject({ pause: "restricted", counts: { open: 0, waiting: 2 } });
  await cancelBatch(owner.ctx, { id: ended });
  await placeBatchRows(at.system);
  expect(await read(ended)).toMatchObject({ over: true, counts: { cancelled: 3 } });
});
