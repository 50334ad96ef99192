import { foldDigits } from "./digits.ts";

/** Signs between the digits of a number. */
const SEPARATORS = /[\s()_.\u2010-\u2015\u2212-]/g;
/** A number of a spreadsheet, "8031234567.0" or "8,031,234,567.00": its decimals don’t belong to the number. */
const DECIMAL = /^(\+?\d[\d\s]*|\d{1,3}(?:,\d{3})+)[.,]0+$/;
const DECIMAL_OF_DOTS = /^(\d{1,3}(?:\.\d{3})+),0+$/;
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;

/**
 * Writes a typed number as a plus, if it has one, and its digits alone. All readers of numbers, in browsers
 * too, begin with it.
 * @param code the country's calling code, before which "00" is a plus
 * @returns undefined for anything but digits with the usual separators.
 */
export function toBarePhone(text: string, code: string): string | undefined {
  const shown = foldPhoneSigns(text.replace(/\p{Cf}/gu, "")).trim();
  const whole = (DECIMAL.exec(shown) ?? DECIMAL_OF_DOTS.exec(shown))?.[1] ?? shown;
  const bare = (GROUPED.test(whole) ? whole.replaceAll(",", "") : whole).replaceAll(SEPARATORS, "");
  if (!/^\+?\d+$/.test(bare)) return undefined;
  return bare.startsWith(`00${code}`) ? `+${bare.slice(2)}` : bare;
}

/** Writes digits, plus, brackets and hyphen of other scripts and of full width as those of ASCII. */
export const foldPhoneSigns = (text: string): string =>
  foldDigits(text).replace(/[\uff08\uff09\uff0b\uff0d]/g, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
