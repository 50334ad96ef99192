import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { toBarePhone } from "./bare-phone.ts";

/**
 * Parses a typed mobile number of a country as `parsePhone` does, for a process without configuration, which
 * starts sooner without it.
 */
export function parseMobileNumber(text: string, country: string): string | undefined {
  const bare = toBarePhone(text, getCountryCallingCode(country as CountryCode));
  const number = bare === undefined ? undefined : parsePhoneNumberFromString(bare, country as CountryCode);
  if (!number?.isValid() || number.country !== country) return undefined;
  const type = number.getType();
  return type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" ? number.number : undefined;
}
