import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayOf } from "#lib/core/time/time";
import { checkPurchases } from "#lib/sales/check-purchases";
import { createSchedule } from "#lib/schedule/manage-schedule";
import { asReseller } from "#lib/testing/scene";
import { startSystem, type TestSystem } from "./harness.ts";
import { TestAccounts } from "./test-accounts.ts";
import { findTestPlan } from "./test-purchases.ts";

const SCHEDULE_COUNT = 60;
const START_BALANCE = 10_000_000_000n;

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.close());

test("buys each occurrence once, as upstream, after two processes are killed while buying", async () => {
  const { systemCtx } = system.database;
  const { id } = await new TestAccounts(systemCtx).reseller({ money: START_BALANCE });
  const ctx = await asReseller(systemCtx, id);
  const plan = await findTestPlan(system, ctx);
  const firstOn = Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString();
  for (let n = 0; n < SCHEDULE_COUNT; n += 1)
    await createSchedule(ctx, {
      key: randomUUID(),
      phone: `0803400${1_000 + n}`,
      plan: String(plan.id),
      maxPrice: plan.price,
      firstOn,
      clock: "08:00",
      unit: "month",
    });
  await systemCtx.db.execute(sql`update schedules set next_at = now()`);
  const bought = async () => {
    const [row] = await systemCtx.db.execute<{ count: number }>(
      sql`select count(*)::integer as count from schedule_occurrences where state = 'bought'`,
    );
    return row?.count ?? 0;
  };

  const [one, two] = [await system.start({ roles: "worker" }), await system.start({ roles: "worker" })];
  await expect.poll(bought, { interval: 5 }).toBeGreaterThan(5);
  await Promise.all([one.kill(), two.kill()]);
  await system.start({ roles: "worker" });
  await expect.poll(bought).toBe(SCHEDULE_COUNT);

  const open = async () => {
    const [row] = await systemCtx.db.execute<{ open: number }>(
      sql`select count(*)::integer as open from purchases where state in ('queued', 'sending')`,
    );
    return row?.open;
  };
  await expect.poll(open).toBe(0);
  const made = await systemCtx.db.execute<{ ident: string; phone: string; state: string }>(
    sql`select ident, phone, state from purchases where reseller_id = ${id}`,
  );
  expect(made).toHaveLength(SCHEDULE_COUNT);
  expect(new Set(made.map(({ phone }) => phone)).size).toBe(SCHEDULE_COUNT);
  const sent = (await system.upstream.control.purchases()).map(({ ref }) => ref);
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent.filter((ref) => !made.some(({ ident }) => ident === ref))).toEqual([]);
  // A process that is killed between the claim and the first byte leaves an unconfirmed purchase: it is not sent again.
  const unsent = made.filter(({ ident }) => !sent.includes(ident));
  expect(unsent.filter(({ state }) => state !== "unconfirmed")).toEqual([]);
  expect((await checkPurchases(systemCtx)).findings).toEqual([]);
});
