import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { connect, type Database } from "../db/client.ts";
import { startTestServer } from "../db/testing/server.ts";
import { testDatabase } from "../db/testing.ts";
import type { Ctx } from "../lib/core/context.ts";
import { purchaseList } from "../lib/purchase/read/admin-list.ts";
import { ownPurchaseList } from "../lib/purchase/read/list.ts";
import { programList } from "../lib/purchase/read/program-list.ts";
import { adminTotals, totals } from "../lib/purchase/read/totals.ts";
import { countDays } from "../lib/purchase/report/count-days.ts";
import { home } from "../lib/purchase/report/home.ts";
import { walletStatement } from "../lib/purchase/statement.ts";
import { figure, interleave, type Row, report } from "./support/compare.ts";
import { seedHistory } from "./support/seed.ts";

/** What is asked of each view: its time, in ms, and by how much more purchases may lengthen it. */
const ASKED = { ms: 150, growth: 1.5 };
/** Below this many ms, the length of a time says more of the machine than of the history. */
const NOTHING_MS = 5;

/**
 * `npm run bench -- history [--purchases N]`: each view of one reseller with a tenth of N purchases, against the same with
 * a tenth of 100,000. Without N it is a million; ten millions take some 8 GB of disk.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { purchases: { type: "string", default: "1000000" } } });
  const stop = await startTestServer();
  try {
    const few = await history(100_000);
    const many = await history(Number(values.purchases));
    const rows: Row[] = [];
    for (const [what, ofMany] of Object.entries(many.views)) {
      const ofFew = few.views[what];
      if (!ofFew) throw new Error(`There is no ${what} with few purchases.`);
      rows.push(
        growth(
          what,
          await interleave({ many: () => timed(ofMany), few: () => timed(ofFew) }, { rounds: 21 }),
        ),
      );
    }
    await Promise.all([few.close(), many.close()]);
    return report("history", rows);
  } finally {
    await stop();
  }
}

async function timed(view: View): Promise<number> {
  const from = performance.now();
  const found = await view.read();
  const ms = performance.now() - from;
  if (!view.right(found)) throw new Error(`A wrong answer: ${JSON.stringify(found, text).slice(0, 300)}`);
  return ms;
}

const text = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

function growth(what: string, { many, few }: Record<"many" | "few", number[]>): Row {
  const ratio = figure(many.map((ms, round) => ms / (few[round] ?? Number.NaN)));
  const { median } = figure(many);
  const reached = median <= ASKED.ms && (ratio.median <= ASKED.growth || median <= NOTHING_MS);
  const asked = `ratio ≤ ${ASKED.growth}, ≤ ${ASKED.ms} ms`;
  return { what, unit: "ms", measured: figure(many), against: figure(few), ratio, asked, reached };
}

interface View {
  read: () => Promise<unknown>;
  right: (found: unknown) => boolean;
}

/** A portal's database with so many purchases, a tenth of them one reseller's, and that reseller's views. */
async function history(purchases: number) {
  const base = await testDatabase();
  Object.assign(process.env, {
    DATABASE_URL: base.url,
    UPSTREAM_BASE_URL: "http://127.0.0.1:1",
    UPSTREAM_API_TOKEN: randomUUID(),
    NEXTAUTH_SECRET: randomUUID(),
    NEXTAUTH_URL: "http://localhost:3000",
  });
  const from = performance.now();
  await seedHistory(base.url, { resellers: 1_000, purchases });
  const { db, sql, close } = connect(base.url, 4, { connection: { statement_timeout: 0 } });
  await countDays({ actor: { kind: "system", name: "bench" }, db });
  const [size] = await sql`select pg_size_pretty(pg_database_size(current_database())) as size`;
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  console.log(`${purchases} purchases, of ${size?.size}, written and added up in ${seconds} s`);
  return {
    views: await viewsOf(db, sql),
    async close() {
      await close();
      await base.close();
    },
  };
}

async function viewsOf(db: Ctx["db"], sql: Database["sql"]): Promise<Record<string, View>> {
  const [reseller] = await sql`select id, email from accounts where role = 'reseller' order by id limit 1`;
  const id = Number(reseller?.id);
  const own: Ctx = {
    actor: { kind: "reseller", id, email: reseller?.email, level: "affiliate", sessionId: 0 },
    db,
  };
  const admin: Ctx = {
    actor: { kind: "admin", id, email: "admin@example.com", sessionId: 0, permissions: ALL_PERMISSIONS },
    db,
  };
  const [middle] = await sql`select id, ident, ref, phone from purchases where reseller_id = ${id}
    and placed_at > now() - interval '45 days' order by placed_at limit 1`;
  const [entry] =
    await sql`select id from journals where reseller_id = ${id} and at > now() - interval '45 days' order by at limit 1`;
  const [all] = await sql`select count(*)::int as count, count(distinct plan_id)::int as plans,
    count(*) filter (where plan_id = 7)::int as plan from purchases where reseller_id = ${id}`;
  const days = { from: day(60), to: day(40) };
  const page = (rows: number, read: () => Promise<{ rows: readonly unknown[] }>): View => ({
    read,
    right: (found) => (found as { rows: unknown[] }).rows.length === rows,
  });
  const counted = (least: number, read: () => Promise<{ count: number }>): View => ({
    read,
    right: (found) => (found as { count: number }).count >= least,
  });
  const list = (input: object) => page(50, () => ownPurchaseList.page(own, input));
  const none = (input: object) => page(0, () => ownPurchaseList.page(own, input));
  const found = (q: string) => ({
    read: () => ownPurchaseList.page(own, { q }),
    right: (found: unknown) => (found as { rows: unknown[] }).rows.length > 0,
  });
  return {
    "first page": list({}),
    "deep page": list({ after: middle?.id }),
    "page before a deep one": list({ before: middle?.id }),
    "of a plan": list({ plan: 7 }),
    "of a plan never bought": none({ plan: 999 }),
    "of a network": list({ network: 2 }),
    "of a network never bought": none({ network: 9 }),
    "of 20 days": list(days),
    "of a plan, of 20 days": list({ plan: 7, ...days }),
    delivered: list({ state: "successful" }),
    failed: list({ state: "failed" }),
    "failed, of 20 days": list({ state: "failed", ...days }),
    cancelled: none({ state: "cancelled" }),
    reversed: none({ state: "reversed" }),
    open: none({ state: "open" }),
    unconfirmed: none({ state: "unconfirmed" }),
    "search for an ident": found(middle?.ident),
    "search for a ref": found(middle?.ref),
    "search for a number": found(middle?.phone),
    "search for nothing that there is": none({ q: "nothing" }),
    "a program's list": page(50, () => programList(own, {})),
    "a program's list, failed of a plan": page(0, () => programList(own, { status: "failed", plan: 7 })),
    totals: counted(all?.count, () => totals(own, {})),
    "totals of a plan": counted(all?.plan, () => totals(own, { plan: 7 })),
    "totals of 20 days": counted(1, () => totals(own, days)),
    "totals of a ref": counted(1, () => totals(own, { q: middle?.ref })),
    home: { read: () => home(own), right: (found) => (found as { recent: unknown[] }).recent.length === 8 },
    statement: page(50, () => walletStatement().page(own, {})),
    "statement, deep": page(50, () => walletStatement().page(own, { after: entry?.id })),
    "statement, money back": page(50, () => walletStatement().page(own, { kind: "release" })),
    "statement, added": page(1, () => walletStatement().page(own, { kind: "credit" })),
    "statement of 20 days": page(50, () => walletStatement().page(own, days)),
    "for admins, of the reseller": page(50, () => purchaseList.page(admin, { reseller: id })),
    "for admins, of the reseller, failed": page(50, () =>
      purchaseList.page(admin, { reseller: id, state: "failed" }),
    ),
    "for admins, totals of the reseller": counted(all?.count, () => adminTotals(admin, { reseller: id })),
    "for admins, of all": page(50, () => purchaseList.page(admin, {})),
    "for admins, totals of all": counted(all?.count, () => adminTotals(admin, {})),
  };
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
