import type { Minor } from "#lib/core/money/money";

/** The reach of a short balance. Money in minor units. */
export interface WalletForecast {
  /** Whole days of usual sales after today. */
  days: number;
  /** The day until which to top up. */
  by: string;
  /** Enough for a week of usual sales, rounded up. */
  topUp: Minor;
}

interface Spending {
  today: string;
  balance: Minor;
  /** The spending on each of the last days that had purchases, without today. */
  past: readonly { day: string; spent: Minor }[];
}

/** A balance for as many days or more isn't short. */
const MIN_DAYS = 3;
/** With sales on fewer days, no spending is usual. */
const MIN_PAST_DAYS = 3;
const TOP_UP_DAYS = 7n;
/** 500 of the main unit, where it has hundredths. */
const STEP = 50_000n;

/**
 * Forecasts how long the balance lasts at the average spending since the first of the past days.
 * @returns null while it isn't short, and where no spending is usual
 */
export function forecastWallet({ today, balance, past }: Spending): WalletForecast | null {
  const sold = past.filter(({ spent }) => spent > 0n);
  const first = sold.map(({ day }) => day).toSorted()[0];
  if (first === undefined || sold.length < MIN_PAST_DAYS) return null;
  const date = Temporal.PlainDate.from(today);
  const spent = sold.reduce((sum, day) => sum + day.spent, 0n);
  const perDay = ceilDivide(spent, BigInt(Temporal.PlainDate.from(first).until(date).days));
  const days = balance > 0n ? Number(balance / perDay) : 0;
  if (days >= MIN_DAYS) return null;
  const topUp = ceilDivide(TOP_UP_DAYS * perDay - balance, STEP) * STEP;
  return { days, by: date.add({ days }).toString(), topUp };
}

const ceilDivide = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;
