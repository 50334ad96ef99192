import { type SQL, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { seedLedger } from "#bench/support/seed";
import { createTestDatabase } from "#db/testing";
import { auditConditions } from "#lib/audit/audit-list";
import type { Db } from "#lib/core/context";
import { buildWhere, type Cursor, cursorOrder } from "#lib/core/list/page";
import { deliveryCost } from "./queue/choose-supplier.ts";
import { nextInFairQueue } from "./queue/fair-queue.ts";
import { queuePosition } from "./queue/queue-position.ts";
import {
  buildPurchaseConditions,
  buildPurchaseListConditions,
  type PurchaseFilter,
} from "./read/purchase-filter.ts";

const database = await createTestDatabase();
await seedLedger(database.sql, { resellers: 200, purchases: 20_000 });
afterAll(() => database.close());

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** Counts the rows of a table that a statement read, whether it returned or dropped them. */
async function countReadRows(statement: SQL, table: string, db = database.db): Promise<number> {
  const [row] = await db.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    sql`explain (analyze, format json) ${statement}`,
  );
  const count = (plan: Plan): number => {
    const rows = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0);
    const below = (plan.Plans ?? []).reduce((sum, child) => sum + count(child), 0);
    const scans = plan["Relation Name"] === table || plan["Node Type"] === "Bitmap Index Scan";
    return below + (scans ? rows * plan["Actual Loops"] : 0);
  };
  return row ? count(row["QUERY PLAN"][0].Plan) : Number.NaN;
}

const formatDayAgo = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** A page has 51 rows, and most filters read a few times as many to find them. */
const MAX_ROWS = 800;
/** As lists order and limit their pages. */
const pageOrder = (cursor: Cursor, size: number) => sql`order by ${cursorOrder(cursor)} limit ${size + 1}`;

test.each<[string, PurchaseFilter]>([
  ["none", {}],
  ["delivered", { state: "successful" }],
  ["failed", { state: "failed" }],
  ["cancelled, of which there are none", { state: "cancelled" }],
  ["reversed, of which there are none", { state: "reversed" }],
  ["on their way, of which there are none", { state: "open" }],
  ["unconfirmed, of which there are none", { state: "unconfirmed" }],
  ["a network", { network: 2 }],
  ["a network without purchases", { network: 9 }],
  ["a plan", { plan: 7 }],
  ["a plan without purchases", { plan: 999 }],
  ["a plan's failed ones", { plan: 21, state: "failed" }],
  ["some old days", { from: formatDayAgo(60), to: formatDayAgo(58) }],
  ["up to an old day", { to: formatDayAgo(80) }],
  ["from a day on", { from: formatDayAgo(30) }],
  ["old days of a plan", { plan: 7, from: formatDayAgo(60), to: formatDayAgo(58) }],
  ["a reseller", { reseller: 77 }],
  ["a reseller's old days", { reseller: 77, from: formatDayAgo(60), to: formatDayAgo(58) }],
  ["a supplier", { supplier: 1 }],
  ["a supplier without purchases", { supplier: 2 }],
  ["an ident", { q: "DT0000000000010000" }],
  ["a ref", { q: "seed-10000" }],
  ["a number", { q: "08033333777" }],
  ["an email", { q: "seed-77@example.com" }],
  ["an upstream id", { q: "10000" }],
  ["nothing that there is", { q: "nothing" }],
  ["the end of a number", { q: "3777" }],
  ["the end of a number on some days", { q: "3777 last month" }],
  ["an amount of nothing", { q: "₦1,234" }],
  ["an order's reference", { q: "k7f-3qd" }],
])("a page of all purchases reads few rows: %s", async (_name, filter) => {
  const statement = sql`select p.id from purchases p ${buildWhere(await buildPurchaseListConditions(database, filter, "admin"))} ${pageOrder({}, 50)}`;
  expect(await countReadRows(statement, "purchases")).toBeLessThan(MAX_ROWS);
});

test.each(["10000", "nothing"])("searches for %s in few of the responses", async (q) => {
  const statement = sql`select p.id from purchases p ${buildWhere(buildPurchaseConditions({ q }, "admin"))} ${pageOrder({}, 50)}`;
  expect(await countReadRows(statement, "attempts")).toBeLessThan(MAX_ROWS);
});

test("reads few rows for a page far down", async () => {
  const statement = sql`select p.id from purchases p where p.id < 9_000 ${pageOrder({ after: 9_000 }, 50)}`;
  expect(await countReadRows(statement, "purchases")).toBeLessThan(MAX_ROWS);
});

/** Of 80,000 records: the newest few thousand hold a page of an action that is one in twenty, by either index. */
const MAX_RECORDS = 6_000;

test.each([
  ["none", {}],
  ["admins, who did nothing", { actor: "admins" }],
  ["one actor", { actor: "system:seed" }],
  ["one actor who did nothing", { actor: "admin:9" }],
  ["an action", { action: "purchase.release" }],
  ["an action that never was", { action: "never" }],
  ["a thing", { subject: "purchase", id: "DT0000000000010000" }],
  ["a thing of any kind", { id: "DT0000000000010000" }],
  ["a reseller", { reseller: 77 }],
  ["some old days", { from: formatDayAgo(60), to: formatDayAgo(58) }],
])("a page of the audit records reads few rows: %s", async (_name, filter) => {
  const statement = sql`select p.id from audit p ${buildWhere(auditConditions(filter))} ${pageOrder({}, 100)}`;
  expect(await countReadRows(statement, "audit")).toBeLessThan(MAX_RECORDS);
});

test("reads few rows to claim and to estimate a wait, with ten thousand purchases queued by forty resellers", async () => {
  const rollback = new Error("the other tests have no queued purchases");
  const done = database.db.transaction(async (tx) => {
    const run = (statement: SQL) => tx.execute(statement);
    await run(sql`set local session_replication_role = replica`);
    await run(
      sql`insert into networks (id, name, code, active) select n, 'N' || n, 'n', true from generate_series(1, 4) n`,
    );
    await run(
      sql`insert into plan_types (network_id, id, name, code, active) select n, 1, 'SME', 's', true from generate_series(1, 4) n`,
    );
    await run(sql`insert into plans (id, network_id, type_id, size, volume, validity, validity_normalized, amount, api_amount, active,
        listed_by)
      select n, 1 + (n - 1) % 4, 1, '1', 'GB', '30 Days', 'Monthly', 30000, 28000, true, 1 from generate_series(1, 60) n`);
    await run(sql`update suppliers set level = 'api'`);
    await run(sql`insert into routes (supplier_id, supplier_plan_id, network_id, network_name, type_name, size, volume, validity, cost,
        active, plan_id, matched_by, confirmed_cost)
      select 1, id, network_id, 'N', 'SME', size, volume, validity, 28000, true, id, 'list', 28000 from plans`);
    await run(sql`insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, deadline_at)
      select 'DTQ' || n, (select min(id) from resellers) + n % 40, 'queued-' || n, (array['web', 'api', 'batch'])[1 + n % 3], 'affiliate',
        1 + n % 60, 1 + n % 4, 'N', 'SME', '1', 'GB', '30 Days', '+2348033333333', 30000, 28000, 0, 0, now() + interval '1 day'
      from generate_series(1, 10000) n`);
    await run(sql`analyze`);
    const newcomer = { resellerId: sql`(select max(id) from resellers)`, channel: sql`'web'`, id: sql`null` };
    const count = (statement: SQL) => countReadRows(statement, "purchases", tx as unknown as Db);
    expect(
      await count(nextInFairQueue(sql`1`, (p) => sql`${deliveryCost(sql`1`, p)} <= ${p}.price`)),
    ).toBeLessThan(200);
    expect(await count(sql`select ${queuePosition(newcomer)}`)).toBeLessThan(200);
    throw rollback;
  });
  await expect(done).rejects.toBe(rollback);
});
