import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Digits with the usual separators; full-width digits too, which some keyboards type. */
const PHONE_PATTERN = /^\+?[\d\uff10-\uff19\s().\u2010-\u2015\u2212-]+$/u;

/**
 * Parses a typed mobile number of a country as `parsePhone` does, for a process without configuration, which
 * starts sooner without it.
 */
export function parseMobileNumber(text: string, country: string): string | undefined {
  const bare = text.replace(/\p{Cf}/gu, "").trim();
  if (!PHONE_PATTERN.test(bare)) return undefined;
  const number = parsePhoneNumberFromString(bare, country as CountryCode);
  if (!number?.isValid() || number.country !== country) return undefined;
  const type = number.getType();
  return type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" ? number.number : undefined;
}
