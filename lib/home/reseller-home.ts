import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import { readTogether } from "#db/read-together";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { type Ctx, requireReseller } from "#lib/core/context";
import { int, parseRow } from "#lib/core/read-rows";
import { dayOf } from "#lib/core/time/time";
import { getCreditTotals } from "#lib/credit-book/credit-account";
import { getCustomerNames } from "#lib/customer/find-customers";
import { BALANCE, Balance } from "#lib/ledger/wallet";
import { OpenAccount, openAccountOf } from "#lib/payment/account/dedicated-account-view";
import { hasPriceList as hasPriceListSql, listSellingPrices } from "#lib/price-list/read-price-list";
import { acceptsPurchases } from "#lib/purchase/place/accepts-purchases";
import { parsePurchaseRow, purchaseSelectList } from "#lib/purchase/read/purchase-columns";
import { remainingPurchasesOf } from "#lib/purchase/read/remaining-purchases";
import { countDue } from "#lib/regular/due-list";
import { getDayProfit } from "#lib/sales/profit";
import { listRegularPurchases } from "#lib/sales/regular-purchases";
import { hasOrders } from "#lib/shop/get-shop";

/** More bundles that end soon aren’t counted. */
export const MAX_DUE = 101;

/** Returns the acting reseller's home, in two statements. Money in minor units. */
export async function getResellerHome(reader: Ctx) {
  const ctx = readTogether(reader);
  const { id } = requireReseller(ctx);
  const latest = selectLatestPurchases(ctx.db, { id }).then((rows) => rows.map(parsePurchaseRow));
  const regulars = listRegularPurchases(ctx);
  const [states, recent, again, names, due, earned, credit, sellingPrices, catalogue] = await Promise.all([
    selectState(ctx.db, { id }),
    latest,
    regulars,
    Promise.all([regulars, latest]).then((lists) => getCustomerNames(ctx, lists.flat())),
    countDue(ctx, { most: MAX_DUE }),
    getDayProfit(ctx, { day: dayOf(new Date()) }),
    getCreditTotals(ctx),
    listSellingPrices(ctx),
    getCatalogue(ctx),
  ]);
  const { wallet, held, ...state } = parseRow(StateRow, states);
  const { account, hasPriceList, hasOrders, isFirstWeek } = state;
  return {
    balance: wallet,
    held,
    /** The account number that customers of the bank transfer to; null where none is open. */
    account,
    /** The steps to the first sales; null once they are over. */
    steps:
      recent.length === 0 || isFirstWeek
        ? getFirstSteps({
            topUp: wallet > 0n || held > 0n || recent.length > 0,
            gain: hasPriceList,
            sale: recent.length > 0,
            share: hasOrders,
          })
        : null,
    /** The usual purchases that a low balance pays for; null while it isn't low. */
    remaining: state.remaining,
    /** The deliveries of today, and their profit. */
    today: { delivered: earned.sold + earned.unpriced, earned },
    recent,
    again,
    /** Names of saved customers among them, by number in E.164. */
    names,
    due,
    credit,
    sellingPrices,
    /** While purchases are not accepted. */
    stoppedBanner:
      state.accepting && catalogue.fresh
        ? (catalogue.settings.switches.find((item) => item.off && item.networkId === null)?.message ?? null)
        : "Buying is paused right now. Your money is safe. Try again in a few minutes.",
  };
}

/** A newcomer's steps, and whether each is done. */
export interface FirstSteps {
  topUp: boolean;
  gain: boolean;
  sale: boolean;
  share: boolean;
}

const getFirstSteps = (steps: FirstSteps): FirstSteps | null =>
  Object.values(steps).every((isDone) => isDone) ? null : steps;

export type ResellerHomeView = Awaited<ReturnType<typeof getResellerHome>>;

const StateRow = Balance.extend({
  remaining: int.nullable(),
  accepting: z.boolean(),
  account: OpenAccount.nullable(),
  hasPriceList: z.boolean(),
  hasOrders: z.boolean(),
  isFirstWeek: z.boolean(),
});

const selectState = prepareQuery<{ id: number }>(
  ({ id }) => sql`
    select
      ${BALANCE}, ${remainingPurchasesOf(id)} as remaining, ${acceptsPurchases("buyer")} as accepting,
      ${openAccountOf(id)} as account, ${hasPriceListSql(id)} as has_price_list,
      ${hasOrders(id)} as has_orders, ${isFirstWeekOf(id)} as is_first_week
    from wallets
    where reseller_id = ${id}`,
);

const isFirstWeekOf = (id: SQL): SQL => sql`exists (
  select from accounts where accounts.id = ${id} and created_at > now() - interval '7 days')`;

const selectLatestPurchases = prepareQuery<{ id: number }>(
  ({ id }) =>
    sql`
      select ${purchaseSelectList}
      from purchases p
      where p.reseller_id = ${hideFromPlanner(id)}
      order by p.id desc
      limit 6`,
);
