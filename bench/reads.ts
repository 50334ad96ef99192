import { parseArgs } from "node:util";
import { connect } from "#db/client";
import { migrate } from "#db/migrate";
import { auditList } from "#lib/audit/audit-list";
import type { Ctx } from "#lib/core/context";
import { fundingList } from "#lib/funding/funding-list";
import { manualAdjustmentList } from "#lib/ledger/manual-adjustment-list";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { modules, TABLES } from "#lib/modules";
import { getAdminDashboard } from "#lib/monitoring/admin-dashboard";
import { createPageFrameReader } from "#lib/monitoring/page-frame";
import { getUpstreamHealth } from "#lib/monitoring/upstream-health";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { listApiPurchases } from "#lib/purchase/read/list-api-purchases";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { getAdminPurchaseTotals, getPurchaseTotals } from "#lib/purchase/read/purchase-totals";
import { aggregateDays } from "#lib/purchase/report/aggregate-days";
import { getCurrentProfit, getProfit } from "#lib/purchase/report/profit";
import { getResellerHome } from "#lib/purchase/report/reseller-home";
import { walletStatement } from "#lib/purchase/wallet-statement";
import { discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { resellerList } from "#lib/reseller/reseller-list";
import { orderList } from "#lib/shop/order/list-orders";
import { shopList } from "#lib/shop/shop-list";
import { deliveryList } from "#lib/webhook/delivery-list";
import { findActors, openBenchDatabase, setDatabase } from "./support/bench-system.ts";
import { seedLedger } from "./support/seed.ts";
import { seedShopsAndMessages } from "./support/seed-shops-and-messages.ts";

const getPageFrame = createPageFrameReader(modules);

/** The maximum time of each view at a million purchases. */
const MAX_VIEW_MS = 100;

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
    return measureViews(values.database);
  }
  await using base = await openBenchDatabase();
  await seedLedger(base.sql, { resellers: 1_000, purchases: Number(values.purchases), ofFirst: 9 });
  await seedShopsAndMessages(base.sql);
  return await measureViews(base.url);
}

async function measureViews(url: string): Promise<number> {
  setDatabase(url);
  const { db, sql, close } = connect(url);
  const system: Ctx = { actor: { kind: "system", name: "bench" }, db };
  let late = 0;
  try {
    const { reseller: resellerCtx, admin } = await findActors({ sql, db });
    await sql`truncate report_days, report_plans, report_resellers, report_shop_days, report_shops`;
    const timed = async (name: string, view: () => Promise<unknown>) => {
      const from = performance.now();
      await view();
      console.log(`first ${(performance.now() - from).toFixed(0).padStart(6)} ms  ${name}`);
    };
    await timed("admin home, no day added up yet", () => getAdminDashboard(admin, modules));
    await timed("all purchases, totals, no day added up yet", () => getAdminPurchaseTotals(admin, {}));
    await timed("own totals, no day added up yet", () => getPurchaseTotals(resellerCtx, {}));
    await timed("profit of a year, no day added up yet", () =>
      getProfit(resellerCtx, { from: "2000-01-01" }),
    );
    await timed("adding up all days", () => aggregateDays(system));
    for (const [name, view] of Object.entries(buildReadViews(resellerCtx, admin, system))) {
      const ms = await medianTime(view);
      if (ms > MAX_VIEW_MS) late += 1;
      console.log(`${ms > MAX_VIEW_MS ? "LATE" : "ok  "}  ${ms.toFixed(0).padStart(6)} ms  ${name}`);
    }
    return late === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

async function medianTime(view: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const from = performance.now();
    await view();
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
}

const dayBefore = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

export const buildReadViews = (
  resellerCtx: Ctx,
  admin: Ctx,
  system: Ctx,
): Record<string, () => Promise<unknown>> => {
  const days = { from: dayBefore(60), to: dayBefore(40) };
  return {
    "admin home": () => getAdminDashboard(admin, modules),
    "all purchases, totals": () => getAdminPurchaseTotals(admin, {}),
    "all purchases, totals of a plan": () => getAdminPurchaseTotals(admin, { plan: 7 }),
    "all purchases, totals of the one reseller": () => getAdminPurchaseTotals(admin, { reseller: 1 }),
    "all purchases, list": () => adminPurchaseList.page(admin, {}),
    "reseller home": () => getResellerHome(resellerCtx),
    "own totals": () => getPurchaseTotals(resellerCtx, {}),
    "own totals of a plan": () => getPurchaseTotals(resellerCtx, { plan: 7 }),
    "own totals of 20 days": () => getPurchaseTotals(resellerCtx, days),
    "own totals, failed": () => getPurchaseTotals(resellerCtx, { state: "failed" }),
    "own totals, of a ref": () => getPurchaseTotals(resellerCtx, { q: "seed-10" }),
    "own list": () => ownPurchaseList.page(resellerCtx, {}),
    "own list of 20 days": () => ownPurchaseList.page(resellerCtx, days),
    "own list, by ref": () => ownPurchaseList.page(resellerCtx, { q: "seed-10" }),
    "own list, by number": () => ownPurchaseList.page(resellerCtx, { q: "08033333777" }),
    "own list, a plan": () => ownPurchaseList.page(resellerCtx, { plan: 7 }),
    "own list, a plan never bought": () => ownPurchaseList.page(resellerCtx, { plan: 999 }),
    "own list, of a network never bought": () => ownPurchaseList.page(resellerCtx, { network: 9 }),
    ...Object.fromEntries(
      (["open", "unconfirmed", "successful", "failed", "cancelled", "reversed"] as const).flatMap((state) => [
        [`own list, ${state}`, () => ownPurchaseList.page(resellerCtx, { state })],
        [`own list of old days, ${state}`, () => ownPurchaseList.page(resellerCtx, { state, ...days })],
        [`all purchases, list, ${state}`, () => adminPurchaseList.page(admin, { state })],
        [
          `all purchases, list of one reseller, ${state}`,
          () => adminPurchaseList.page(admin, { state, reseller: 1 }),
        ],
      ]),
    ),
    "API client's list, pending": () => listApiPurchases(resellerCtx, { status: "pending" }),
    "API client's list, failed of a plan": () => listApiPurchases(resellerCtx, { status: "failed", plan: 7 }),
    statement: () => walletStatement().page(resellerCtx, {}),
    "statement, reversals": () => walletStatement().page(resellerCtx, { kind: "reversal" }),
    "statement, claw-backs": () => walletStatement().page(resellerCtx, { kind: "claw_back" }),
    "statement, released": () => walletStatement().page(resellerCtx, { kind: "release" }),
    "statement of 20 days": () => walletStatement().page(resellerCtx, days),
    "manual adjustments": () => manualAdjustmentList.page(admin, {}),
    "manual adjustments, claw-backs": () => manualAdjustmentList.page(admin, { kind: "claw_back" }),
    "manual adjustments of 20 days": () => manualAdjustmentList.page(admin, days),
    ...Object.fromEntries(
      (["todo", "open", "done", "all"] as const).map((show) => [
        `orders, ${show}`,
        () => orderList.page(resellerCtx, { show }),
      ]),
    ),
    "orders, by name": () => orderList.page(resellerCtx, { show: "all", q: "nobody" }),
    "around a page": () => getPageFrame(resellerCtx),
    "profit of this month": () => getProfit(resellerCtx, {}),
    "profit of today and this month": () => getCurrentProfit(resellerCtx),
    "profit of a year": () => getProfit(resellerCtx, { from: "2000-01-01" }),
    shops: () => shopList.page(admin, {}),
    resellers: () => resellerList.page(admin, {}),
    "resellers, the first": () => resellerList.page(admin, { after: 3 }),
    "webhook messages": () => deliveryList.page(resellerCtx, {}),
    "webhook messages, failed": () => deliveryList.page(resellerCtx, { state: "failed" }),
    "webhook messages, waiting": () => deliveryList.page(resellerCtx, { state: "waiting" }),
    "webhook messages, of a kind": () => deliveryList.page(resellerCtx, { type: "purchase.reversed" }),
    "webhook messages, of a purchase": () => deliveryList.page(resellerCtx, { q: "DT0000000000000010" }),
    "webhook messages, deleting old ones": () => sweepOldData(system, TABLES, ["deliveries"]),
    "funding, pending": () => fundingList.page(admin, { state: "pending" }),
    "funding, rejected": () => fundingList.page(admin, { state: "rejected" }),
    "audit, list": () => auditList.page(admin, {}),
    "audit, an action": () => auditList.page(admin, { action: "reseller.closed" }),
    discrepancies: () => discrepancyList.page(admin, { state: "all" }),
    unconfirmed: () => unconfirmedList.page(admin, {}),
    "the upstream's balance": () => getUpstreamBalance(admin),
    "the upstream's health": () => getUpstreamHealth(admin),
  };
};
