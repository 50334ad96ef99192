import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { getCreditTotals } from "#lib/credit-book/credit-account";
import { type CreditDay, getCreditDay } from "#lib/credit-book/credit-day";
import { getTill, type TillRow } from "#lib/helper/till-report";
import { getBalance } from "#lib/ledger/wallet";
import { type Earnings, getDayProfit } from "#lib/sales/profit";
import { sumPurchasesByDay } from "#lib/sales/purchase-sums";
import { forecastWallet, type WalletForecast } from "./wallet-forecast.ts";

/** A reseller's day. Money in minor units. */
export interface DayView {
  day: string;
  isToday: boolean;
  /** All deliveries, also those without a selling price. */
  delivered: number;
  earned: Earnings;
  /** The selling prices that customers paid the reseller at once, and those that they paid online. */
  taken: Minor;
  online: Minor;
  credit: CreditDay;
  /** All debts of customers; null for a past day. */
  owed: Minor | null;
  /** Null for a past day, and for a wallet that isn’t short. */
  forecast: WalletForecast | null;
  /** Their sales add up to `delivered`, their cash to `taken`, `online` and the part on credit. */
  sellers: TillRow[];
}

/** The days before today whose spending is the usual one. */
const PAST_DAYS = 7;

/** Returns what the acting reseller sold, took, kept and is owed on a day ("2026-11-29"). */
export async function getDay(ctx: Ctx, { day }: { day: string }): Promise<DayView> {
  requireReseller(ctx);
  const isToday = day === dayOf(new Date());
  const [earned, credit, sellers, totals, forecast] = await Promise.all([
    getDayProfit(ctx, { day }),
    getCreditDay(ctx, { day }),
    getTill(ctx, { day }),
    isToday ? getCreditTotals(ctx) : null,
    isToday ? getForecast(ctx, day) : null,
  ]);
  const online = sellers.reduce((sum, row) => sum + row.online, 0n);
  return {
    ...{ day, isToday, earned, online, credit, sellers, forecast },
    delivered: earned.sold + earned.unpriced,
    taken: earned.sellingPrice - online - credit.onCredit,
    owed: totals?.owed ?? null,
  };
}

async function getForecast(ctx: Ctx, today: string): Promise<WalletForecast | null> {
  const date = Temporal.PlainDate.from(today);
  const [from, to] = [PAST_DAYS, 1].map((days) => date.subtract({ days }).toString());
  const [{ wallet }, past] = await Promise.all([
    getBalance(ctx),
    sumPurchasesByDay(ctx, { from, to, resellerIds: [requireReseller(ctx).id] }),
  ]);
  return forecastWallet({
    today,
    balance: wallet,
    past: past.map(({ day, sales }) => ({ day, spent: sales })),
  });
}
