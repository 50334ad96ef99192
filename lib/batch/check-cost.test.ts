import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client";
import { countRowsRead } from "#lib/testing/count-rows-read";
import { openScene } from "#lib/testing/open-scene";
import { createBatchDraft } from "./batch-draft.ts";
import { checkBatchRows } from "./check-batch-rows.ts";
import { resolvePlansByNetwork } from "./resolve-plans.ts";

const at = await openScene();
/** Of all resellers before the statistics, and of a new one after them. */
const PURCHASES = 20_000;
const OF_NEW = 3_000;
const ROWS = 100;

test("the check of a batch reads its numbers' purchases, not all of a reseller the statistics don't know", async () => {
  const { sql, close } = connect(at.url, 1);
  onTestFinished(close);
  const seller = await at.reseller();
  const buyer = await at.reseller();
  const seed = (reseller: number, first: number, count: number) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name,
        size, volume, validity, phone, price, cost, wallet_before, wallet_after, deadline_at, placed_at, state,
        settled_at)
      select 'DT' || n, ${reseller}::int, 'r' || n, 'web', 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 days',
        '+23481' || lpad((n % 10000)::text, 8, '0'), 100, 90, 0, 0, now(), now() - n * interval '1 minute',
        'successful', now()
      from generate_series(${first}::int, ${first + count - 1}::int) n`;
    });
  await seed(seller.id, 1, PURCHASES);
  await sql`vacuum analyze purchases`;
  await seed(buyer.id, PURCHASES + 1, OF_NEW);
  const lines = Array.from({ length: ROWS }, (_, n) => ({
    ...{ number: `0806${String(n).padStart(7, "0")}`, plan: String(at.offered().planId), note: "" },
  }));
  const id = await createBatchDraft(buyer.ctx, { key: randomUUID(), lines });
  await sql`update batch_rows set problem = null, plan_id = null where batch_id = ${id}`;
  for (const check of [resolvePlansByNetwork, checkBatchRows]) {
    const read = await countRowsRead({ sql }, buyer.ctx, (ctx) => check(ctx, id));
    expect(read).toBeGreaterThan(ROWS);
    expect(read).toBeLessThan(20 * ROWS);
  }
});
