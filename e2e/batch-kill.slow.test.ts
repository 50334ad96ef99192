import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBatch } from "#lib/batch/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { getBatch } from "#lib/batch/batch-view";
import { checkPurchases } from "#lib/sales/check-purchases";
import { TEST_EFFORT, TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { asReseller } from "#lib/testing/scene";
import { startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";
import { findTestPlan } from "./test-purchases.ts";

const ROW_COUNT = TEST_EFFORT.batchRows;
const START_BALANCE = 10_000_000_000n;
/** As many rows as `npm run prove` buys take minutes beside other long tests. */
const BATCH_TIMEOUT_MS = 5 * TEST_TIMEOUT_MS;

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.close());

test("ends each row of a batch as upstream, to the last unit, after its process is killed while placing and sending", {
  timeout: 4 * BATCH_TIMEOUT_MS,
}, async () => {
  const { systemCtx } = system.database;
  const { id } = await new TestAccounts(systemCtx).reseller({ money: START_BALANCE });
  const ctx = await asReseller(systemCtx, id);
  const plan = await findTestPlan(system, ctx);
  // None ends in digits that order an outcome of their own.
  const lines = Array.from({ length: ROW_COUNT }, (_, n) => ({
    number: `0803300${1_000 + n}`,
    plan: String(plan.id),
    note: "",
  }));
  const { control } = system.upstream;
  await control.rates({ fail: 0.1, "lost-answer": 0.05, "bad-gateway-delivered": 0.05, reset: 0.05 }, 11);

  const run = await createBatchDraft(ctx, { key: randomUUID(), lines });
  const { version, right } = await getBatch(ctx, { id: run });
  expect(right.count).toBe(ROW_COUNT);
  await startBatch(ctx, { id: run, version });
  const counts = async () => (await getBatch(ctx, { id: run })).counts;

  const placing = await system.start({ roles: "worker" });
  await expect
    .poll(async () => (await counts()).waiting, { interval: 5, timeout: BATCH_TIMEOUT_MS })
    .toBeLessThan(ROW_COUNT);
  await placing.kill();
  const sending = await system.start({ roles: "worker" });
  await expect
    .poll(async () => (await counts()).successful, { timeout: BATCH_TIMEOUT_MS })
    .toBeGreaterThan(ROW_COUNT / 4);
  await sending.kill();
  await system.start({ roles: "worker" });
  await expect
    .poll(
      async () => {
        const { open, waiting } = await counts();
        return open + waiting;
      },
      { timeout: BATCH_TIMEOUT_MS },
    )
    .toBe(0);

  const bought = await systemCtx.db.execute<{ ident: string; phone: string; state: string; price: string }>(
    sql`select ident, phone, state, price from purchases where batch_id = ${run}`,
  );
  expect(bought.length).toBe(ROW_COUNT);
  expect(new Set(bought.map(({ phone }) => phone)).size).toBe(ROW_COUNT);
  const sent = (await control.purchases()).map(({ ref }) => ref);
  expect(new Set(sent).size).toBe(sent.length);
  const truth = new Map(
    (await control.transactions()).map((transaction) => [transaction.ref, transaction.status]),
  );
  const wrong = bought.filter(
    ({ ident, state }) => (state === "successful" || state === "failed") && truth.get(ident) !== state,
  );
  expect(wrong).toEqual([]);
  const sum = (...states: string[]) =>
    bought.filter(({ state }) => states.includes(state)).reduce((all, { price }) => all + BigInt(price), 0n);
  const [wallet] = await systemCtx.db.execute<{ wallet: string; held: string; sales: string }>(
    sql`select wallet, held, sales from wallets where reseller_id = ${id}`,
  );
  const [held, sales] = [sum("unconfirmed"), sum("successful")];
  expect([wallet?.wallet, wallet?.held, wallet?.sales].map((amount) => BigInt(amount ?? -1))).toEqual([
    START_BALANCE - held - sales,
    held,
    sales,
  ]);
  expect((await checkPurchases(systemCtx)).findings).toEqual([]);
});
