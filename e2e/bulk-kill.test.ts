import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReseller } from "#lib/account/reseller/create";
import { makeDraft } from "#lib/bulk/draft";
import { beginRun } from "#lib/bulk/run";
import { getRun } from "#lib/bulk/run-view";
import { list } from "#lib/catalogue/list";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { credit } from "#lib/ledger/adjust";
import { check } from "#lib/purchase/check";
import { EFFORT } from "#lib/testing/effort";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type System, startSystem } from "./harness.ts";

const ROWS = EFFORT.bulkRows;
const MONEY = 10_000_000_000n;
/** As many rows as `npm run prove` buys take minutes beside other long tests. */
const LONG_MS = 5 * PATIENCE_MS;

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.close());

test("a list whose process is killed while it places and while it sends ends row by row as upstream, to the last unit", {
  timeout: 4 * LONG_MS,
}, async () => {
  const { systemCtx, ctx: as } = system.database;
  await sync(systemCtx);
  const account = { email: "many@kiosk.test", name: "M", level: "affiliate" as const };
  const { id } = await createReseller(systemCtx, { ...account, password: "kettle-orbit-93-lamp" });
  await credit(systemCtx, { resellerId: id, amount: MONEY, reason: "start" });
  const ctx: Ctx = as({ kind: "reseller", id, email: account.email, level: account.level, sessionId: 0 });
  const [plan] = (await list(ctx, {})).plans;
  if (!plan) throw new Error("The sandbox sells nothing.");
  // None ends in digits that order an outcome of their own.
  const lines = Array.from({ length: ROWS }, (_, n) => ({
    number: `0803300${1_000 + n}`,
    plan: String(plan.id),
    note: "",
  }));
  const { control } = system.upstream;
  await control.rates({ fail: 0.1, "lost-answer": 0.05, "bad-gateway-delivered": 0.05, reset: 0.05 }, 11);

  const run = await makeDraft(ctx, { key: randomUUID(), lines });
  const { version, right } = await getRun(ctx, { id: run });
  expect(right.count).toBe(ROWS);
  await beginRun(ctx, { id: run, version });
  const counts = async () => (await getRun(ctx, { id: run })).counts;

  const placing = await system.start({ roles: "worker" });
  await expect
    .poll(async () => (await counts()).waiting, { interval: 5, timeout: LONG_MS })
    .toBeLessThan(ROWS);
  await placing.kill();
  const sending = await system.start({ roles: "worker" });
  await expect.poll(async () => (await counts()).successful, { timeout: LONG_MS }).toBeGreaterThan(ROWS / 4);
  await sending.kill();
  await system.start({ roles: "worker" });
  await expect
    .poll(
      async () => {
        const { open, waiting } = await counts();
        return open + waiting;
      },
      { timeout: LONG_MS },
    )
    .toBe(0);

  const bought = await systemCtx.db.execute<{ ident: string; phone: string; state: string; price: string }>(
    sql`select ident, phone, state, price from purchases where run_id = ${run}`,
  );
  expect(bought.length).toBe(ROWS);
  expect(new Set(bought.map(({ phone }) => phone)).size).toBe(ROWS);
  const sent = (await control.purchases()).map(({ ref }) => ref);
  expect(new Set(sent).size).toBe(sent.length);
  const truth = new Map((await control.transactions()).map((one) => [one.ref, one.status]));
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
    MONEY - held - sales,
    held,
    sales,
  ]);
  expect((await check(systemCtx)).findings).toEqual([]);
});
