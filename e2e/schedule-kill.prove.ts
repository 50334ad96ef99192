import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReseller } from "#lib/account/reseller/create";
import { list } from "#lib/catalogue/list";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time";
import { credit } from "#lib/ledger/adjust";
import { check } from "#lib/purchase/check";
import { makeSchedule } from "#lib/schedule/schedule";
import { type System, startSystem } from "./harness.ts";

const SCHEDULES = 60;
const MONEY = 10_000_000_000n;

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.close());

test("schedules whose processes are killed while they buy, two at once, buy each day once, as upstream knows it", async () => {
  const { systemCtx, ctx: as } = system.database;
  await sync(systemCtx);
  const account = { email: "later@kiosk.test", name: "L", level: "affiliate" as const };
  const { id } = await createReseller(systemCtx, { ...account, password: "kettle-orbit-93-lamp" });
  await credit(systemCtx, { resellerId: id, amount: MONEY, reason: "start" });
  const ctx: Ctx = as({ kind: "reseller", id, email: account.email, level: account.level, sessionId: 0 });
  const [plan] = (await list(ctx, {})).plans;
  if (!plan) throw new Error("The sandbox sells nothing.");
  const firstOn = Temporal.PlainDate.from(dayOf(new Date())).add({ days: 1 }).toString();
  for (let n = 0; n < SCHEDULES; n += 1)
    await makeSchedule(ctx, {
      ...{ key: randomUUID(), phone: `0803400${1_000 + n}`, plan: String(plan.id), most: plan.price },
      ...{ firstOn, clock: "08:00", unit: "month" },
    });
  await systemCtx.db.execute(sql`update schedules set next_at = now()`);
  const bought = async () => {
    const [row] = await systemCtx.db.execute<{ count: number }>(
      sql`select count(*)::integer as count from schedule_days where state = 'bought'`,
    );
    return row?.count ?? 0;
  };

  const [one, two] = [await system.start({ roles: "worker" }), await system.start({ roles: "worker" })];
  await expect.poll(bought, { interval: 5 }).toBeGreaterThan(5);
  await Promise.all([one.kill(), two.kill()]);
  await system.start({ roles: "worker" });
  await expect.poll(bought).toBe(SCHEDULES);

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
  expect(made).toHaveLength(SCHEDULES);
  expect(new Set(made.map(({ phone }) => phone)).size).toBe(SCHEDULES);
  const sent = (await system.upstream.control.purchases()).map(({ ref }) => ref);
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent.filter((ref) => !made.some(({ ident }) => ident === ref))).toEqual([]);
  // Whoever is killed between the claim and the first byte leaves a purchase of which nobody knows: it is not sent again.
  const unsent = made.filter(({ ident }) => !sent.includes(ident));
  expect(unsent.filter(({ state }) => state !== "unconfirmed")).toEqual([]);
  expect((await check(systemCtx)).findings).toEqual([]);
});
