import examples from "libphonenumber-js/examples.mobile.json";
import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { env } from "#lib/core/env";
import { createPhoneRule } from "./create-phone-rule.ts";
import { explainPhone } from "./explain-phone.ts";
import { parseMobileNumber } from "./parse-mobile-number.ts";
import type { PhoneRule } from "./phone-rule.ts";

/**
 * Parses a typed mobile number (spaces, +code, leading zero) into E.164 ("+2348031234567").
 * @returns undefined unless it is a possible mobile number of `PHONE_COUNTRY` without other text.
 */
export function parsePhone(text: string, country = env().PHONE_COUNTRY): string | undefined {
  return parseMobileNumber(text, country);
}

/** Formats a number in local digits, for the upstream (interface: Purchase): "08031234567". */
export function toLocalDigits(e164: string): string {
  return formatPhone(e164).replace(/\D/g, "");
}

/** Grouped prefixes, by all but the last four digits: parsing takes forty times as long as a look-up. */
const groupedPrefixes = new Map<string, string>();
const MAX_PREFIXES = 50_000;

/** Formats a number grouped for reading: "0803 123 4567". */
export function formatPhone(e164: string): string {
  const [head, tail] = [e164.slice(0, -4), e164.slice(-4)];
  const prefix = groupedPrefixes.get(head);
  if (prefix !== undefined && /^\d{4}$/.test(tail)) return prefix + tail;
  const grouped = formatNationalPhone(e164);
  if (grouped !== e164 && grouped.endsWith(tail)) {
    if (groupedPrefixes.size === MAX_PREFIXES) groupedPrefixes.clear();
    groupedPrefixes.set(head, grouped.slice(0, -4));
  }
  return grouped;
}

/** Formats a number with its middle hidden: "0803 ••• 4567". */
export function maskPhone(e164: string): string {
  const digits = toLocalDigits(e164);
  return `${digits.slice(0, 4)} ••• ${digits.slice(-4)}`;
}

/** Returns a valid number of the portal's country, grouped, for hints and errors. */
export function getExamplePhone(country = env().PHONE_COUNTRY): string {
  return getExampleNumber(country as CountryCode, examples)?.formatNational() ?? "";
}

/** Returns the sentences for a text that isn't a mobile number of the portal's country. */
export function describeInvalidNumber(text: string): string {
  const example = `for example ${getExamplePhone()}.`;
  if (!text.trim()) return `Enter a mobile number, ${example}`;
  return `Enter a valid mobile number, ${example} ${explainPhone(getPhoneRule(), text)}`.trimEnd();
}

/** Returns the rule by which a browser reads numbers of the portal's country. */
export const getPhoneRule = (country = env().PHONE_COUNTRY): PhoneRule => createPhoneRule(country);

function formatNationalPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatNational() ?? e164;
}
