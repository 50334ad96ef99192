import { env } from "./env.ts";
import { numberFormat } from "./format.ts";

/** Money in the currency's minor units (kobo for NGN): always whole, never a float. */
export type Minor = bigint;

const digits = new Map<string, number>();

/** How many decimals a currency has. Asking anew each time would take longer than writing the amount. */
export function digitsOf(currency = env().CURRENCY): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

/**
 * Decimal text ("1,234.5", "300.00") as minor units, exactly; a number is read by its shortest decimal text.
 * @returns undefined when it is not an amount, has more decimals than the currency, or does not fit a column.
 */
export function parseMoney(value: string | number, currency = env().CURRENCY): Minor | undefined {
  const text = String(value).trim();
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  const places = digitsOf(currency);
  const kept = fraction.replace(/0+$/, "");
  const digits = whole.replaceAll(",", "");
  if (kept.length > places || digits.length > 15) return undefined;
  const minor = BigInt(digits + kept.padEnd(places, "0"));
  return sign ? -minor : minor;
}

/** Minor units as plain decimal text, "1234.50": the interface's `amount` (section 2.6). */
export function decimalText(minor: Minor, currency = env().CURRENCY): string {
  const places = digitsOf(currency);
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const sign = minor < 0n ? "-" : "";
  return places ? `${sign}${whole}.${digits.slice(-places)}` : `${sign}${whole}`;
}

/** Minor units as "1,234.50": the interface's `balance_before` and `balance_after` (section 2.6). */
export function groupedText(minor: Minor, currency = env().CURRENCY): string {
  const [whole = "", fraction] = decimalText(minor, currency).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Money for people, with the currency's sign: "₦1,234.50"; whole amounts keep their decimals. */
export function formatMoney(minor: Minor): string {
  const { LOCALE, CURRENCY } = env();
  const format = numberFormat(LOCALE, {
    style: "currency",
    currency: CURRENCY,
    currencyDisplay: "narrowSymbol",
  });
  return format.format(decimalText(minor, CURRENCY) as Intl.StringNumericLiteral);
}
