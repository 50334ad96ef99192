import { auditList } from "#lib/audit/audit-list";
import type { Ctx } from "#lib/core/context";
import { fundingList } from "#lib/funding/funding-list";
import { createPageFrameReader } from "#lib/home/page-frame";
import { getResellerHome } from "#lib/home/reseller-home";
import { manualAdjustmentList } from "#lib/ledger/manual-adjustment-list";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { modules, TABLES } from "#lib/modules";
import { getAdminDashboard } from "#lib/monitoring/admin-dashboard";
import { getUpstreamHealth } from "#lib/monitoring/upstream-health";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { listApiPurchases } from "#lib/purchase/read/list-api-purchases";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { resellerList } from "#lib/reseller/reseller-list";
import { getDayProfit, getProfit } from "#lib/sales/profit";
import { getAdminPurchaseTotals, getPurchaseTotals } from "#lib/sales/purchase-totals";
import { walletStatement } from "#lib/sales/wallet-statement";
import { orderList } from "#lib/shop/order/list-orders";
import { shopList } from "#lib/shop/shop-list";
import { deliveryList } from "#lib/webhook/delivery-list";

const getPageFrame = createPageFrameReader(modules);

const dayBefore = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Builds each list, each sum and each page that reads long tables. */
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
    "profit of today": () => getDayProfit(resellerCtx, { day: dayBefore(0) }),
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
