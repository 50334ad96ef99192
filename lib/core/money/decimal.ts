import { foldDecimal } from "#lib/core/text/digits";

/**
 * Parses decimal text ("1,234.5", "300.00") into exact minor units of a currency with `places` decimals. Runs
 * in browsers too, which don't know the portal's variables.
 * @returns undefined when it isn't an amount, has more decimals than the currency, or
 * is too large for a column.
 */
export function parseDecimal(value: string, places: number): bigint | undefined {
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(foldDecimal(value).trim());
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  const decimals = fraction.replace(/0+$/, "");
  const digits = whole.replaceAll(",", "");
  if (decimals.length > places || digits.length > 15) return undefined;
  const minor = BigInt(digits + decimals.padEnd(places, "0"));
  return sign ? -minor : minor;
}

/** Formats minor units as plain decimal text with `places` decimals: "1234.50". */
export function toDecimalText(minor: bigint, places: number): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const sign = minor < 0n ? "-" : "";
  return places ? `${sign}${whole}.${digits.slice(-places)}` : `${sign}${whole}`;
}

/** Formats minor units for a field that `parseDecimal` reads, without decimals that are all zero: "5,000". */
export function toGroupedText(minor: bigint, places: number): string {
  const [whole = "", fraction = ""] = toDecimalText(minor, places).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return Number(fraction) === 0 ? grouped : `${grouped}.${fraction}`;
}

/** The format of money, which a browser doesn't know. */
export interface MoneyFormat {
  locale: string;
  currency: string;
  /** Decimals of the currency. */
  places: number;
}

/** Formats minor units in a browser, with the currency's sign: "₦1,234.50", and "₦300" without its zeros. */
export function formatMoneyAs(
  minor: bigint,
  { locale, currency, places }: MoneyFormat,
  // Not trailingZeroDisplay, which the browsers of older phones don't know.
  minDecimals = minor % 10n ** BigInt(places) === 0n ? 0 : places,
): string {
  const key = `${locale} ${currency} ${minDecimals}`;
  const format = formats.get(key) ?? createFormat(locale, currency, minDecimals);
  formats.set(key, format);
  return format.format(toDecimalText(minor, places) as Intl.StringNumericLiteral);
}

/** Buy formats three amounts for each of its plans: finding the format by its options takes as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

const createFormat = (locale: string, currency: string, minimumFractionDigits: number) =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits,
  });
