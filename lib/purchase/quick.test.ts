import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#db/testing";
import { auditConditions } from "#lib/audit/list";
import { pageOrder, where } from "#lib/core/page";
import { seedBooks } from "../../bench/support/seed.ts";
import { filterConditions, listConditions, type PurchaseFilter } from "./read/filter.ts";
import { nextInTurn, slotsAhead } from "./send/turns.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await seedBooks(database.sql, { resellers: 200, purchases: 20_000 });
});
afterAll(() => database.close());

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** How many rows of a table a statement touched, found or thrown away, whichever way it went. */
async function touched(statement: SQL, table: string): Promise<number> {
  const [row] = await database.db.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    sql`explain (analyze, format json) ${statement}`,
  );
  const count = (plan: Plan): number => {
    const own = plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0);
    const below = (plan.Plans ?? []).reduce((sum, child) => sum + count(child), 0);
    const scans = plan["Relation Name"] === table || plan["Node Type"] === "Bitmap Index Scan";
    return below + (scans ? own * plan["Actual Loops"] : 0);
  };
  return row ? count(row["QUERY PLAN"][0].Plan) : Number.NaN;
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** A page is 51 rows, and most filters find theirs among a few times as many. */
const FEW = 800;

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
  ["some old days", { from: day(60), to: day(58) }],
  ["up to an old day", { to: day(80) }],
  ["from a day on", { from: day(30) }],
  ["old days of a plan", { plan: 7, from: day(60), to: day(58) }],
  ["a reseller", { reseller: 77 }],
  ["a reseller's old days", { reseller: 77, from: day(60), to: day(58) }],
  ["an ident", { q: "DT0000000000010000" }],
  ["a ref", { q: "seed-10000" }],
  ["a number", { q: "08033333777" }],
  ["an e-mail", { q: "seed-77@example.com" }],
  ["an upstream id", { q: "10000" }],
  ["nothing that there is", { q: "nothing" }],
])("a page of all purchases reads few rows: %s", async (_name, filter) => {
  const statement = sql`select p.id from purchases p ${where(await listConditions(database, filter, true))} ${pageOrder({}, 50)}`;
  expect(await touched(statement, "purchases")).toBeLessThan(FEW);
});

test.each(["10000", "nothing"])("%s is looked for among few of the answers", async (q) => {
  const statement = sql`select p.id from purchases p ${where(filterConditions({ q }, true))} ${pageOrder({}, 50)}`;
  expect(await touched(statement, "attempts")).toBeLessThan(FEW);
});

test("a page far down reads few rows", async () => {
  const statement = sql`select p.id from purchases p where p.id < 9_000 ${pageOrder({ after: 9_000 }, 50)}`;
  expect(await touched(statement, "purchases")).toBeLessThan(FEW);
});

/** Of 80,000 records: one action in twenty fills a page from the newest few thousand, by either of its indexes. */
const FEW_RECORDS = 6_000;

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
  ["some old days", { from: day(60), to: day(58) }],
])("a page of the audit records reads few rows: %s", async (_name, filter) => {
  const statement = sql`select p.id from audit p ${where(auditConditions(filter))} ${pageOrder({}, 100)}`;
  expect(await touched(statement, "audit")).toBeLessThan(FEW_RECORDS);
});

test("with ten thousand queued by forty resellers, it reads few rows to know whose turn it is and how long a newcomer waits", async () => {
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into networks (id, name, code, active) select n, 'N' || n, 'n', true from generate_series(1, 4) n`;
    await sql`insert into plan_types (network_id, id, name, code, active) select n, 1, 'SME', 's', true from generate_series(1, 4) n`;
    await sql`insert into plans (id, network_id, type_id, size, volume, validity, validity_normalized, amount, api_amount, active)
      select n, 1 + (n - 1) % 4, 1, '1', 'GB', '30 Days', 'Monthly', 30000, 28000, true from generate_series(1, 60) n`;
    await sql`insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, deadline_at)
      select 'DTQ' || n, (select min(id) from resellers) + n % 40, 'queued-' || n, (array['web', 'api', 'bulk'])[1 + n % 3], 'affiliate',
        1 + n % 60, 1 + n % 4, 'N', 'SME', '1', 'GB', '30 Days', '+2348033333333', 30000, 28000, 0, 0, now() + interval '1 day'
      from generate_series(1, 10000) n`;
  });
  await database.sql`vacuum analyze`;
  const newcomer = { resellerId: sql`(select max(id) from resellers)`, channel: sql`'web'`, id: sql`null` };
  expect(await touched(nextInTurn(), "purchases")).toBeLessThan(200);
  expect(await touched(sql`select ${slotsAhead(newcomer)}`, "purchases")).toBeLessThan(200);
});
