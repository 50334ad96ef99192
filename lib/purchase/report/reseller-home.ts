import { sql } from "drizzle-orm";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanDetails, formatPlanLabel, formatPlanSize } from "#lib/catalogue/plan-label";
import { getPrice } from "#lib/catalogue/price/price";
import { type Ctx, type Level, requireReseller } from "#lib/core/context";
import { isUnsettled } from "#lib/core/purchase-state";
import { dayOf } from "#lib/core/time/time";
import { BALANCE, decodeBalance } from "#lib/ledger/wallet";
import { acceptsPurchases } from "#lib/purchase/place/hold-purchase";
import { parsePurchaseRow, purchaseSelectList } from "#lib/purchase/read/purchase-columns";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { getCurrentProfit } from "./profit.ts";
import { sumPurchases } from "./purchase-sums.ts";
import { getRecencyWeight } from "./recency-weight.ts";
import { remainingPurchasesOf } from "./remaining-purchases.ts";

/** Returns the acting reseller's home. Money in minor units. */
export async function getResellerHome(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  const day = dayOf(new Date());
  const [[state], rows, again, today, catalogue, profit] = await Promise.all([
    selectState(ctx.db, { id }),
    selectLatestPurchases(ctx.db, { id }),
    listRegularPurchases(ctx),
    sumPurchases(ctx, { from: day, to: day, resellerIds: [id] }),
    getCatalogue(ctx),
    getCurrentProfit(ctx),
  ]);
  const { wallet, held } = decodeBalance(state);
  return {
    balance: wallet,
    held,
    /** The usual purchases that a low balance pays for; null while it isn't low. */
    remaining: state?.remaining ?? null,
    /** As in the list: all of today, and the price of the delivered ones; `held` isn't spent yet. */
    todayCount:
      today.delivered + today.failed + today.cancelled + today.reversed + today.open + today.unconfirmed,
    todaySpent: today.sales,
    profit: { ...profit, best: profit.best.map((plan) => nameBestPlan(plan, catalogue)) },
    recent: rows.map(parsePurchaseRow),
    again,
    /** While purchases are not accepted. */
    stoppedBanner:
      state?.accepting && catalogue.fresh
        ? (catalogue.settings.switches.find((item) => item.off && item.networkId === null)?.message ?? null)
        : "Buying is paused right now. Your money is safe. Try again in a few minutes.",
  };
}

/** Lists what the acting reseller buys again, once per number, most usual first. Money in minor units. */
export async function listRegularPurchases(ctx: Ctx) {
  const { id, level } = requireReseller(ctx);
  const [rows, catalogue] = await Promise.all([selectRegularPurchases(ctx.db, { id }), getCatalogue(ctx)]);
  return rows.map((row) => ({
    ...toRepeatPurchase(parsePurchaseRow(row), catalogue, level),
    /** Bought often for this number. */
    usual: row.usual,
  }));
}

export type ResellerHomeView = Awaited<ReturnType<typeof getResellerHome>>;
export type RepeatPurchaseView = ResellerHomeView["again"][number];

const selectState = prepareQuery<
  { id: number },
  Record<string, unknown> & { remaining: number | null; accepting: boolean }
>(
  ({ id }) => sql`
    select ${BALANCE}, ${remainingPurchasesOf(id)} as remaining, ${acceptsPurchases("buyer")} as accepting
    from wallets
    where reseller_id = ${id}`,
);

const selectLatestPurchases = prepareQuery<{ id: number }, Record<string, unknown>>(
  ({ id }) =>
    sql`
      select ${purchaseSelectList}
      from purchases p
      where p.reseller_id = ${hideFromPlanner(id)}
      order by p.id desc
      limit 6`,
);

/**
 * Selects the latest purchase of each number and its plan that the reseller buys again: often and
 * recently among the last 300 that weren't part of a batch. None of them has a purchase in progress,
 * which might deliver the same.
 */
const selectRegularPurchases = prepareQuery<{ id: number }, Record<string, unknown> & { usual: boolean }>(
  ({ id }) => sql`
    with latest as (
      select
        id, plan_id, phone,
        ${isUnsettled(sql`state`)} as open,
        state = 'successful' and channel <> 'batch' as counts,
        ${getRecencyWeight(sql`placed_at`)} as weight
      from purchases
      where reseller_id = ${hideFromPlanner(id)}
      order by id desc
      limit 300
    ),
    -- The plan of each number that weighs most, unless one is on its way.
    of_number as (
      select distinct on (phone)
        max(id) filter (where counts) as id,
        sum(weight) filter (where counts) as weight,
        count(*) filter (where counts) >= ${USUAL_TIMES} as usual
      from latest
      group by plan_id, phone
      having bool_or(counts) and not bool_or(open)
      order by phone, weight desc, 1 desc
    ),
    regulars as (
      select * from of_number order by weight desc, id desc limit 6
    )
    select ${purchaseSelectList}, regulars.usual
    from regulars
    join purchases p on p.id = regulars.id
    order by regulars.weight desc, p.id desc`,
);

/** Adds the plan's name; a plan that the catalogue lost has its number. */
function nameBestPlan<Plan extends { planId: number }>(best: Plan, { plans }: Catalogue) {
  const plan = plans.get(best.planId);
  return {
    ...best,
    name: plan ? formatPlanLabel(plan) : `Plan ${best.planId}`,
  };
}

/** A plan bought this often for a number is what its customer usually buys. */
const USUAL_TIMES = sql.raw("3");

/** A purchase to repeat at today's price; null when its plan isn't sold now. */
function toRepeatPurchase(purchase: PurchaseView, catalogue: Catalogue, level: Level) {
  const { planId, networkId, networkName, phone, phoneE164 } = purchase;
  const plan = catalogue.plans.get(planId);
  const price = (plan && getPrice(plan, level)) ?? null;
  const [size, label] = [formatPlanSize(purchase), formatPlanDetails(purchase)];
  return { planId, networkId, networkName, size, label, phone, phoneE164, price };
}
