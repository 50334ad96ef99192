import { env } from "#lib/core/env";
import { getLocale } from "#lib/core/locale";
import { formatMoneyAs, type MoneyFormat, parseDecimal, toDecimalText, toGroupedText } from "./decimal.ts";

/** Money in the currency's minor units (kobo for NGN): always whole, never a float. */
export type Minor = bigint;

const digitsByCurrency = new Map<string, number>();

/** Returns the number of a currency's decimals. Cached: looking it up takes longer than formatting. */
export function getCurrencyDigits(currency = env().CURRENCY): number {
  const cached = digitsByCurrency.get(currency);
  if (cached !== undefined) return cached;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsByCurrency.set(currency, digits);
  return digits;
}

/**
 * Parses decimal text ("1,234.5", "300.00") into exact minor units; a number is read by
 * its shortest decimal text.
 * @returns undefined when it isn't an amount, has more decimals than the currency, or
 * is too large for a column.
 */
export function parseMoney(value: string | number, currency = env().CURRENCY): Minor | undefined {
  return parseDecimal(String(value), getCurrencyDigits(currency));
}

/** Formats minor units as plain decimal text, "1234.50": the API's `amount` (interface: Transaction). */
export function formatDecimal(minor: Minor, currency = env().CURRENCY): string {
  return toDecimalText(minor, getCurrencyDigits(currency));
}

/** Formats the first value of a field, as pages show money: "1,234.50", "300". */
export const formatMoneyField = (minor: Minor): string => toGroupedText(minor, getCurrencyDigits());

/** Formats "1,234.50": the API's `balance_before` and `balance_after` (interface: Transaction). */
export function formatGroupedDecimal(minor: Minor, currency = env().CURRENCY): string {
  const [whole = "", fraction] = formatDecimal(minor, currency).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Formats money with the currency's sign: "₦1,234.50", "₦300". Another currency has its code: "USD 5.00". */
export function formatMoney(minor: Minor, currency?: string): string {
  if (currency && currency !== env().CURRENCY) return `${currency} ${formatGroupedDecimal(minor, currency)}`;
  return formatMoneyAs(minor, getMoneyFormat());
}

/** Formats a gain or a loss: "+₦60.50", "−₦5". */
export const formatSignedMoney = (minor: Minor): string =>
  `${minor < 0n ? "−" : "+"}${formatMoney(minor < 0n ? -minor : minor)}`;

/** Formats money with all its decimals, "₦300.00": on receipts and statements, where each digit counts. */
export const formatExactMoney = (minor: Minor): string =>
  formatMoneyAs(minor, getMoneyFormat(), getCurrencyDigits());

/** Returns the portal's format of money, for a browser. */
export const getMoneyFormat = (): MoneyFormat => ({
  locale: getLocale(),
  currency: env().CURRENCY,
  places: getCurrencyDigits(),
});

/** Returns the sign of the currency as in `formatMoney`: "₦". */
export function getCurrencySign(): string {
  return formatMoney(0n).replaceAll(/[\d.,\s]/g, "");
}
