import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanDetails } from "#lib/catalogue/plan-label";
import { getPrice } from "#lib/catalogue/price";
import { type Ctx, type Level, requireReseller } from "#lib/core/context";
import { getBalance } from "#lib/ledger/wallet";
import { isAcceptingPurchases } from "#lib/purchase/place/hold-purchase";
import { parsePurchaseRow, purchaseSelectList } from "#lib/purchase/read/purchase-columns";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { getCurrentProfit } from "./profit.ts";
import { sumTodayPurchases } from "./purchase-sums.ts";

/** Returns the acting reseller's home. Money in minor units. */
export async function getResellerHome(ctx: Ctx) {
  const { id, level } = requireReseller(ctx);
  const [wallet, rows, today, catalogue, profit, accepting] = await Promise.all([
    getBalance(ctx),
    selectLatestPurchases(ctx.db, { id }),
    sumTodayPurchases(ctx, id),
    getCatalogue(ctx),
    getCurrentProfit(ctx),
    isAcceptingPurchases(ctx),
  ]);
  const latest = rows.map(parsePurchaseRow);
  return {
    balance: wallet.wallet,
    held: wallet.held,
    todayCount: today.delivered + today.open + today.unconfirmed,
    todaySpent: today.sales + today.heldOpen + today.heldUnconfirmed,
    profit,
    recent: latest.slice(0, 8),
    again: listRepeatPurchases(latest, catalogue, level),
    /** While purchases are not accepted. */
    stoppedNotice:
      accepting && catalogue.fresh
        ? (catalogue.settings.switches.find((item) => item.off && item.networkId === null)?.message ?? null)
        : "Buying is paused at the moment. Your money is safe; try again soon.",
  };
}

export type ResellerHomeView = Awaited<ReturnType<typeof getResellerHome>>;

const selectLatestPurchases = prepareQuery<{ id: number }, Record<string, unknown>>(
  ({ id }) =>
    sql`select ${purchaseSelectList} from purchases p where p.reseller_id = ${id} order by p.id desc limit 40`,
);

/** Lists the plans and numbers of earlier purchases, to buy again at today's price; null when it isn't sold now. */
function listRepeatPurchases(latest: readonly PurchaseView[], catalogue: Catalogue, level: Level) {
  const seen = new Map<string, PurchaseView>();
  for (const purchase of latest) {
    const key = `${purchase.planId} ${purchase.phoneE164}`;
    if (purchase.state !== "failed" && !seen.has(key)) seen.set(key, purchase);
  }
  return [...seen.values()].slice(0, 6).map((purchase) => {
    const { planId, networkId, networkName, phone, phoneE164 } = purchase;
    const plan = catalogue.plans.get(planId);
    const price = (plan && getPrice(plan, level)) ?? null;
    const label = formatPlanDetails(purchase);
    return { planId, networkId, networkName, label, phone, phoneE164, price };
  });
}
export type RepeatPurchaseView = ReturnType<typeof listRepeatPurchases>[number];
