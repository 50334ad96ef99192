import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import type postgres from "postgres";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { connect } from "../db/client.ts";
import { migrate } from "../db/migrate.ts";
import { sweep } from "../db/retention.ts";
import { startTestServer } from "../db/testing/server.ts";
import { testDatabase } from "../db/testing.ts";
import { auditList } from "../lib/audit/list.ts";
import type { Ctx } from "../lib/core/context.ts";
import { fundingList } from "../lib/funding/list.ts";
import { handMoveList } from "../lib/ledger/hand-move-list.ts";
import { purchaseList } from "../lib/purchase/read/admin-list.ts";
import { ownPurchaseList } from "../lib/purchase/read/list.ts";
import { programList } from "../lib/purchase/read/program-list.ts";
import { adminTotals, totals } from "../lib/purchase/read/totals.ts";
import { countDays } from "../lib/purchase/report/count-days.ts";
import { home } from "../lib/purchase/report/home.ts";
import { profit, profitNow } from "../lib/purchase/report/profit.ts";
import { walletStatement } from "../lib/purchase/statement.ts";
import { discrepancyList } from "../lib/reconcile/admin/discrepancy-list.ts";
import { unconfirmedList } from "../lib/reconcile/admin/unconfirmed-list.ts";
import { upstreamBalance } from "../lib/reconcile/upstream-balance.ts";
import { home as adminHome } from "../lib/report/home.ts";
import { pageFrame } from "../lib/report/page-frame.ts";
import { upstreamHealth } from "../lib/report/upstream-health.ts";
import { resellerList } from "../lib/reseller/list.ts";
import { countToDo, orderList } from "../lib/shop/list-orders.ts";
import { shopList } from "../lib/shop/shop-list.ts";
import { deliveryList } from "../lib/webhook/delivery-list.ts";
import { seedBooks } from "./support/seed.ts";
import { seedRest } from "./support/seed-rest.ts";

/** What is promised for each view at a million purchases, in ms. */
const PROMISED = 100;

/**
 * `npm run bench -- reads [--purchases N] [--database URL]`: how long each list, each sum and each page takes that reads a
 * million purchases, of which nine in ten are one reseller's: the middle of five, in ms. Before that, the first time of a
 * process that finds no day added up. A database that was filled for
 * this before is used as it is. Returns 1 when one takes longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const options = {
    purchases: { type: "string", default: "1000000" },
    database: { type: "string" },
  } as const;
  const { values } = parseArgs({ args, options });
  if (values.database) {
    await migrate(values.database);
    return measure(values.database);
  }
  const stop = await startTestServer();
  const base = await testDatabase();
  try {
    await seedBooks(base.sql, { resellers: 1_000, purchases: Number(values.purchases), ofFirst: 9 });
    await seedRest(base.sql);
    return await measure(base.url);
  } finally {
    await base.close();
    await stop();
  }
}

async function measure(url: string): Promise<number> {
  Object.assign(process.env, {
    DATABASE_URL: url,
    UPSTREAM_BASE_URL: "http://127.0.0.1:1",
    UPSTREAM_API_TOKEN: randomUUID(),
    NEXTAUTH_SECRET: randomUUID(),
    NEXTAUTH_URL: "http://localhost:3000",
  });
  const { db, sql, close } = connect(url);
  const system: Ctx = { actor: { kind: "system", name: "bench" }, db };
  let late = 0;
  try {
    const { of: one, admin } = await actors(sql, system);
    await sql`truncate report_days, report_plans, report_resellers, report_shop_days, report_shops`;
    const timed = async (name: string, view: () => Promise<unknown>) => {
      const from = performance.now();
      await view();
      console.log(`first ${(performance.now() - from).toFixed(0).padStart(6)} ms  ${name}`);
    };
    await timed("admin home, no day added up yet", () => adminHome(admin));
    await timed("all purchases, totals, no day added up yet", () => adminTotals(admin, {}));
    await timed("own totals, no day added up yet", () => totals(one, {}));
    await timed("profit of a year, no day added up yet", () => profit(one, { from: "2000-01-01" }));
    await timed("adding up all days", () => countDays(system));
    for (const [name, view] of Object.entries(VIEWS(one, admin, system))) {
      const ms = await middle(view);
      if (ms > PROMISED) late += 1;
      console.log(`${ms > PROMISED ? "LATE" : "ok  "}  ${ms.toFixed(0).padStart(6)} ms  ${name}`);
    }
    return late === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

async function middle(view: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const from = performance.now();
    await view();
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
}

/** The reseller with nine in ten of all purchases, and an admin. */
async function actors(sql: postgres.Sql, { db }: Ctx): Promise<{ of: Ctx; admin: Ctx }> {
  const [most] = await sql`select id, email from accounts where role = 'reseller' order by id limit 1`;
  const id = Number(most?.id);
  return {
    of: { actor: { kind: "reseller", id, email: most?.email, level: "affiliate", sessionId: 0 }, db },
    admin: {
      actor: { kind: "admin", id, email: "admin@example.com", sessionId: 0, permissions: ALL_PERMISSIONS },
      db,
    },
  };
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Each is what one page, or one part of one, asks for. */
export const VIEWS = (one: Ctx, admin: Ctx, system: Ctx): Record<string, () => Promise<unknown>> => {
  const days = { from: day(60), to: day(40) };
  return {
    "admin home": () => adminHome(admin),
    "all purchases, totals": () => adminTotals(admin, {}),
    "all purchases, totals of a plan": () => adminTotals(admin, { plan: 7 }),
    "all purchases, totals of the one reseller": () => adminTotals(admin, { reseller: 1 }),
    "all purchases, list": () => purchaseList.page(admin, {}),
    "reseller home": () => home(one),
    "own totals": () => totals(one, {}),
    "own totals of a plan": () => totals(one, { plan: 7 }),
    "own totals of 20 days": () => totals(one, days),
    "own totals, failed": () => totals(one, { state: "failed" }),
    "own totals, of a ref": () => totals(one, { q: "seed-10" }),
    "own list": () => ownPurchaseList.page(one, {}),
    "own list of 20 days": () => ownPurchaseList.page(one, days),
    "own list, by ref": () => ownPurchaseList.page(one, { q: "seed-10" }),
    "own list, by number": () => ownPurchaseList.page(one, { q: "08033333777" }),
    "own list, a plan": () => ownPurchaseList.page(one, { plan: 7 }),
    "own list, a plan never bought": () => ownPurchaseList.page(one, { plan: 999 }),
    "own list, of a network never bought": () => ownPurchaseList.page(one, { network: 9 }),
    ...Object.fromEntries(
      (["open", "unconfirmed", "successful", "failed", "cancelled", "reversed"] as const).flatMap((state) => [
        [`own list, ${state}`, () => ownPurchaseList.page(one, { state })],
        [`own list of old days, ${state}`, () => ownPurchaseList.page(one, { state, ...days })],
        [`all purchases, list, ${state}`, () => purchaseList.page(admin, { state })],
        [
          `all purchases, list of one reseller, ${state}`,
          () => purchaseList.page(admin, { state, reseller: 1 }),
        ],
      ]),
    ),
    "program's list, pending": () => programList(one, { status: "pending" }),
    "program's list, failed of a plan": () => programList(one, { status: "failed", plan: 7 }),
    statement: () => walletStatement().page(one, {}),
    "statement, reversals": () => walletStatement().page(one, { kind: "reversal" }),
    "statement, claw-backs": () => walletStatement().page(one, { kind: "claw_back" }),
    "statement, released": () => walletStatement().page(one, { kind: "release" }),
    "statement of 20 days": () => walletStatement().page(one, days),
    "moves by hand": () => handMoveList.page(admin, {}),
    "moves by hand, claw-backs": () => handMoveList.page(admin, { kind: "claw_back" }),
    "moves by hand of 20 days": () => handMoveList.page(admin, days),
    ...Object.fromEntries(
      (["todo", "open", "done", "all"] as const).map((show) => [
        `orders, ${show}`,
        () => orderList.page(one, { show }),
      ]),
    ),
    "orders, by name": () => orderList.page(one, { show: "all", q: "nobody" }),
    "orders to do, counted": () => countToDo(one),
    "around a page": () => pageFrame(one),
    "profit of this month": () => profit(one, {}),
    "profit of today and this month": () => profitNow(one),
    "profit of a year": () => profit(one, { from: "2000-01-01" }),
    shops: () => shopList.page(admin, {}),
    resellers: () => resellerList.page(admin, {}),
    "resellers, the first": () => resellerList.page(admin, { after: 3 }),
    "webhook messages": () => deliveryList.page(one, {}),
    "webhook messages, failed": () => deliveryList.page(one, { state: "failed" }),
    "webhook messages, waiting": () => deliveryList.page(one, { state: "waiting" }),
    "webhook messages, of a kind": () => deliveryList.page(one, { type: "purchase.reversed" }),
    "webhook messages, of a purchase": () => deliveryList.page(one, { q: "DT0000000000000010" }),
    "webhook messages, forgetting old ones": () => sweep(system, ["webhook_deliveries"]),
    "funding, pending": () => fundingList.page(admin, { state: "pending" }),
    "funding, refused": () => fundingList.page(admin, { state: "refused" }),
    "audit, list": () => auditList.page(admin, {}),
    "audit, an action": () => auditList.page(admin, { action: "reseller.closed" }),
    discrepancies: () => discrepancyList.page(admin, { state: "all" }),
    unconfirmed: () => unconfirmedList.page(admin, {}),
    "the upstream's balance": () => upstreamBalance(admin),
    "the upstream's health": () => upstreamHealth(admin),
  };
};
