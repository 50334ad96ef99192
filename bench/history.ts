import { connect, type Database } from "#db/client";
import { createTestDatabase } from "#db/testing";
import { startTestServer } from "#db/testing/server";
import type { Ctx } from "#lib/core/context";
import { getResellerHome } from "#lib/home/reseller-home";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { listApiPurchases } from "#lib/purchase/read/list-api-purchases";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { aggregateDays } from "#lib/sales/aggregate-days";
import { getAdminPurchaseTotals, getPurchaseTotals } from "#lib/sales/purchase-totals";
import { walletStatement } from "#lib/sales/wallet-statement";
import { findActors, setDatabase } from "./support/bench-system.ts";
import { printTable, type Row, runInterleaved, summarise } from "./support/compare.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { seedHistory } from "./support/seed.ts";

/** The targets of each view: its time, in ms, and the factor by which more purchases may lengthen it. */
const TARGETS = { ms: 150, growth: 1.5 };
/** Below this, a time depends on the machine more than on the history. */
const NOISE_MS = 5;

/**
 * `npm run bench -- history [--purchases N]`: each view of one reseller with a tenth of N purchases, against the same
 * with a tenth of 100,000. N is a million by default; ten millions take some 8 GB of disk.
 */
export async function run(args: string[]): Promise<number> {
  const { purchases } = readNumbers(args, { purchases: 1_000_000 });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(await startTestServer());
  await using few = await seedWithPurchases(100_000);
  await using many = await seedWithPurchases(purchases);
  const rows: Row[] = [];
  for (const [what, ofMany] of Object.entries(many.views)) {
    const ofFew = few.views[what];
    if (!ofFew) throw new Error(`There is no ${what} with few purchases.`);
    rows.push(
      growthRow(
        what,
        await runInterleaved(
          { many: () => measureView(ofMany), few: () => measureView(ofFew) },
          { rounds: 21 },
        ),
      ),
    );
  }
  return printTable("history", rows);
}

async function measureView(view: View): Promise<number> {
  const from = performance.now();
  const result = await view.read();
  const ms = performance.now() - from;
  if (!view.right(result))
    throw new Error(`A wrong result: ${JSON.stringify(result, stringifyBigint).slice(0, 300)}`);
  return ms;
}

const stringifyBigint = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

function growthRow(what: string, { many, few }: Record<"many" | "few", number[]>): Row {
  const ratio = summarise(many.map((ms, round) => ms / (few[round] ?? Number.NaN)));
  const { median } = summarise(many);
  const reached = median <= TARGETS.ms && (ratio.median <= TARGETS.growth || median <= NOISE_MS);
  const target = `ratio ≤ ${TARGETS.growth}, ≤ ${TARGETS.ms} ms`;
  return { what, unit: "ms", measured: summarise(many), against: summarise(few), ratio, target, reached };
}

interface View {
  read: () => Promise<unknown>;
  right: (result: unknown) => boolean;
}

/** A portal's database with so many purchases, a tenth of them one reseller's, and that reseller's views. */
async function seedWithPurchases(purchases: number) {
  const base = await createTestDatabase();
  setDatabase(base.url);
  const from = performance.now();
  await seedHistory(base.url, { resellers: 1_000, purchases });
  const { db, sql, close } = connect(base.url, 4, { connection: { statement_timeout: 0 } });
  await aggregateDays({ actor: { kind: "system", name: "bench" }, db });
  const [size] = await sql`select pg_size_pretty(pg_database_size(current_database())) as size`;
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  console.log(`${purchases} purchases, of ${size?.size}, written and added up in ${seconds} s`);
  return {
    views: await buildViews(db, sql),
    async [Symbol.asyncDispose]() {
      await close();
      await base.close();
    },
  };
}

async function buildViews(db: Ctx["db"], sql: Database["sql"]): Promise<Record<string, View>> {
  const { reseller: resellerCtx, admin, id } = await findActors({ sql, db });
  const [middle] = await sql`select id, ident, ref, phone from purchases where reseller_id = ${id}
    and placed_at > now() - interval '45 days' order by placed_at limit 1`;
  const [entry] =
    await sql`select id from journals where reseller_id = ${id} and at > now() - interval '45 days' order by at limit 1`;
  const [all] = await sql`select count(*)::int as count, count(distinct plan_id)::int as plans,
    count(*) filter (where plan_id = 7)::int as plan from purchases where reseller_id = ${id}`;
  const days = { from: daysAgo(60), to: daysAgo(40) };
  const page = (rows: number, read: () => Promise<{ rows: readonly unknown[] }>): View => ({
    read,
    right: (result) => (result as { rows: unknown[] }).rows.length === rows,
  });
  const counted = (min: number, read: () => Promise<{ count: number }>): View => ({
    read,
    right: (result) => (result as { count: number }).count >= min,
  });
  const list = (input: object) => page(50, () => ownPurchaseList.page(resellerCtx, input));
  const none = (input: object) => page(0, () => ownPurchaseList.page(resellerCtx, input));
  const search = (q: string) => ({
    read: () => ownPurchaseList.page(resellerCtx, { q }),
    right: (result: unknown) => (result as { rows: unknown[] }).rows.length > 0,
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
    "search for an ident": search(middle?.ident),
    "search for a ref": search(middle?.ref),
    "search for a number": search(middle?.phone),
    "search without a match": none({ q: "nothing" }),
    "an API client's list": page(50, () => listApiPurchases(resellerCtx, {})),
    "an API client's list, failed of a plan": page(0, () =>
      listApiPurchases(resellerCtx, { status: "failed", plan: 7 }),
    ),
    totals: counted(all?.count, () => getPurchaseTotals(resellerCtx, {})),
    "totals of a plan": counted(all?.plan, () => getPurchaseTotals(resellerCtx, { plan: 7 })),
    "totals of 20 days": counted(1, () => getPurchaseTotals(resellerCtx, days)),
    "totals of a ref": counted(1, () => getPurchaseTotals(resellerCtx, { q: middle?.ref })),
    home: {
      read: () => getResellerHome(resellerCtx),
      right: (result) => (result as { recent: unknown[] }).recent.length === 6,
    },
    statement: page(50, () => walletStatement().page(resellerCtx, {})),
    "statement, deep": page(50, () => walletStatement().page(resellerCtx, { after: entry?.id })),
    "statement, releases": page(50, () => walletStatement().page(resellerCtx, { kind: "release" })),
    "statement, credits": page(1, () => walletStatement().page(resellerCtx, { kind: "credit" })),
    "statement of 20 days": page(50, () => walletStatement().page(resellerCtx, days)),
    "for admins, of the reseller": page(50, () => adminPurchaseList.page(admin, { reseller: id })),
    "for admins, of the reseller, failed": page(50, () =>
      adminPurchaseList.page(admin, { reseller: id, state: "failed" }),
    ),
    "for admins, totals of the reseller": counted(all?.count, () =>
      getAdminPurchaseTotals(admin, { reseller: id }),
    ),
    "for admins, of all": page(50, () => adminPurchaseList.page(admin, {})),
    "for admins, totals of all": counted(all?.count, () => getAdminPurchaseTotals(admin, {})),
  };
}

const daysAgo = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
