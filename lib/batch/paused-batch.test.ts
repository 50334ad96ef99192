import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { formatPhone } from "#lib/core/text/phone";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { listOutages } from "#lib/outage/list-outages";
import { checkPurchases } from "#lib/sales/check-purchases";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { startBatch } from "./batch.ts";
import { createBatchDraft } from "./batch-draft.ts";
import { batchRowList } from "./batch-row-list.ts";
import { getBatch } from "./batch-view.ts";
import { placeBatchRows } from "./testing/place-batch-rows.ts";

const at = await openScene();
const admin = await at.admin();
const plan = at.catalogue.plans.get(at.offered().planId);
const soldPlan = [...at.catalogue.plans.values()].find(
  ({ networkId, active }) => active && networkId !== plan?.networkId,
);
if (!plan || !soldPlan) throw new Error("The scene lacks a plan.");
const line = { supplierId: MAIN_SUPPLIER_ID, networkId: plan.networkId, typeId: plan.typeId };

/** Starts a batch of 260 rows of `plan`, and 4 that are sold behind them. */
async function startMixedBatch(ctx: Ctx, plan: { id: number }): Promise<number> {
  const planOf = (n: number) => (n < 260 ? plan.id : soldPlan?.id);
  const lines = Array.from({ length: 264 }, (_, n) => ({
    number: formatPhone(`+234803${5_000_000 + n}`),
    plan: String(planOf(n)),
    note: "",
  }));
  const id = await createBatchDraft(ctx, { key: randomUUID(), lines });
  const draft = await getBatch(ctx, { id });
  expect(draft).toMatchObject({ problems: [], right: { count: 264 } });
  await startBatch(ctx, { id, version: draft.version });
  return id;
}

test("rows of a paused plan type wait without money, and stop no rows behind them", async () => {
  const { ctx } = await at.reseller();
  await changeLine(admin, { to: "paused", ...line, expected: "", reason: "it is down" });
  const id = await startMixedBatch(ctx, plan);
  await placeBatchRows(at.system);
  expect(await getBatch(ctx, { id })).toMatchObject({
    pause: "service",
    counts: { waiting: 260, open: 4, left: 0 },
  });

  const [{ id: outageId = 0 } = {}] = await listOutages(admin);
  await resumeLine(admin, { outageId, reason: "works again" });
  await at.system.db.execute(sql`update batches set due_at = now()`);
  await placeBatchRows(at.system);
  expect(await getBatch(ctx, { id })).toMatchObject({ counts: { waiting: 0, open: 264, left: 0 } });
  const { rows } = await batchRowList(id).page(ctx, {}, 10_000);
  expect(rows.every(({ problem }) => problem === null)).toBe(true);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("rows that only a stopped supplier delivers stop no rows behind them, and wait longer only when alone", async () => {
  const { ctx } = await at.reseller();
  const route = { planId: soldPlan.id, networkId: soldPlan.networkId, cost: 1n };
  const supplier = await addTestSupplier(at.system, { routes: [route] });
  onTestFinished(() => supplier.close());
  const stop = (stopped: boolean) =>
    at.system.db.execute(sql`update supplier_sending
      set stopped = ${stopped}, stopped_at = case when ${stopped} then now() end,
        stop_reason = case when ${stopped} then 'x' end
      where supplier_id = ${MAIN_SUPPLIER_ID}`);
  await stop(true);
  const id = await startMixedBatch(ctx, plan);
  const readLooks = async () =>
    (await at.system.db.execute<{ looks: number }>(sql`select looks from batches where id = ${id}`))[0]
      ?.looks;
  await placeBatchRows(at.system);
  expect(await getBatch(ctx, { id })).toMatchObject({
    pause: "service",
    counts: { waiting: 260, open: 4, left: 0 },
  });
  expect(await readLooks()).toBe(0);
  await placeBatchRows(at.system);
  expect(await readLooks()).toBe(1);
  await stop(false);
  await placeBatchRows(at.system);
  expect(await getBatch(ctx, { id })).toMatchObject({ counts: { waiting: 0, open: 264, left: 0 } });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});
