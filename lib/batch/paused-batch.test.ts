import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatPhone } from "#lib/core/text/phone";
import { changeLine, resumeLine } from "#lib/outage/change-line";
import { listOutages } from "#lib/outage/list-outages";
import { checkPurchases } from "#lib/purchase/check-purchases";
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

test("rows of a paused plan type wait without money, and stop no rows behind them", async () => {
  const { ctx } = await at.reseller();
  await changeLine(admin, { to: "paused", ...line, expected: "", reason: "it is down" });
  const planOf = (n: number) => (n < 260 ? plan.id : soldPlan.id);
  const lines = Array.from({ length: 264 }, (_, n) => ({
    number: formatPhone(`+234803${5_000_000 + n}`),
    plan: String(planOf(n)),
    note: "",
  }));
  const id = await createBatchDraft(ctx, { key: randomUUID(), lines });
  const draft = await getBatch(ctx, { id });
  expect(draft).toMatchObject({ problems: [], right: { count: 264 } });
  await startBatch(ctx, { id, version: draft.version });
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
