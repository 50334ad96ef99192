import { getLocale } from "#lib/core/locale";
import { formatMoney } from "#lib/core/money/money";
import { getDateFormat, getNumberFormat } from "#lib/core/text/intl-format";
import { pluralise } from "#lib/core/text/pluralise";
import type { DayView } from "./day.ts";
import type { WalletForecast } from "./wallet-forecast.ts";

/** A figure of a day, with what explains it. */
export interface DayFigure {
  label: "Sold" | "Taken" | "Kept" | "Owed";
  value: string;
  note: string;
}

/** Lists the figures of a day in reading order. Without selling prices, nothing is known of the money. */
export function listDayFigures({ delivered, earned, taken, online, credit, owed }: DayView): DayFigure[] {
  const { sold, sellingPrice, profit, unpriced } = earned;
  const isPriced = sold > 0;
  const unpricedNote = unpriced > 0 && formatUnpriced(unpriced);
  const paidOnline = online > 0n && `${formatMoney(online)} paid online`;
  const onCredit = credit.onCredit > 0n && `${formatMoney(credit.onCredit)} on credit`;
  const repaid = credit.paid > 0n && `${formatMoney(credit.paid)} of debts paid`;
  const added = credit.added > 0n && `${formatMoney(credit.added)} new today`;
  return [
    buildFigure(
      "Sold",
      getNumberFormat(getLocale()).format(delivered),
      isPriced ? `Customers pay ${formatMoney(sellingPrice)}` : unpricedNote,
    ),
    isPriced && buildFigure("Taken", formatMoney(taken), paidOnline, onCredit, repaid),
    isPriced && buildFigure("Kept", formatMoney(profit), unpricedNote),
    owed !== null && owed > 0n && buildFigure("Owed", formatMoney(owed), added),
  ].filter((figure) => figure !== false);
}

const buildFigure = (label: DayFigure["label"], value: string, ...notes: (string | false)[]): DayFigure => ({
  ...{ label, value },
  note: notes.filter((note) => note !== false).join(", "),
});

export const formatUnpriced = (count: number): string =>
  pluralise(count, "sale without a price", "sales without a price");

/** Formats "Your wallet lasts about 2 days. Top up ₦12,000 by Tuesday." */
export function formatForecast({ days, by, topUp }: WalletForecast): string {
  const amount = formatMoney(topUp);
  if (days === 0) return `Your wallet isn’t enough for a usual day. Top up ${amount} today.`;
  const format = getDateFormat(getLocale(), { timeZone: "UTC", weekday: "long" });
  const weekday = format.format(new Date(`${by}T00:00:00Z`));
  return `Your wallet lasts about ${pluralise(days, "day", "days")}. Top up ${amount} by ${weekday}.`;
}
