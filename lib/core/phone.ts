import examples from "libphonenumber-js/examples.mobile.json";
import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { env } from "./env.ts";

/** Digits, and what people put between them; full-width digits too, which some keyboards type. */
const WRITTEN = /^\+?[\d\uff10-\uff19\s().\u2010-\u2015\u2212-]+$/u;

/**
 * A mobile number as a person writes it (spaces, +code, leading zero), as E.164 ("+2348031234567").
 * @returns undefined when it is no possible mobile number of `PHONE_COUNTRY`, or has anything beside it.
 */
export function parsePhone(text: string, country = env().PHONE_COUNTRY): string | undefined {
  const bare = text.replace(/\p{Cf}/gu, "").trim();
  if (!WRITTEN.test(bare)) return undefined;
  const number = parsePhoneNumberFromString(bare, country as CountryCode);
  if (!number?.isValid() || number.country !== country) return undefined;
  const type = number.getType();
  return type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" ? number.number : undefined;
}

/** The number in local digits, as the upstream wants it (section 4.3): "08031234567". */
export function localDigits(e164: string): string {
  return groupedPhone(e164).replace(/\D/g, "");
}

/** How numbers are grouped, by all but their last four digits: parsing takes forty times as long as looking it up. */
const heads = new Map<string, string>();
const MOST_HEADS = 50_000;

/** The number grouped for reading: "0803 123 4567". */
export function groupedPhone(e164: string): string {
  const [head, tail] = [e164.slice(0, -4), e164.slice(-4)];
  const known = heads.get(head);
  if (known !== undefined && /^\d{4}$/.test(tail)) return known + tail;
  const grouped = national(e164);
  if (grouped !== e164 && grouped.endsWith(tail)) {
    if (heads.size === MOST_HEADS) heads.clear();
    heads.set(head, grouped.slice(0, -4));
  }
  return grouped;
}

/** The number with its middle hidden, for people who need not know it: "0803 ••• 4567". */
export function maskedPhone(e164: string): string {
  const digits = localDigits(e164);
  return `${digits.slice(0, 4)} ••• ${digits.slice(-4)}`;
}

/** A right number of the portal's country, grouped, for hints and errors. */
export function examplePhone(country = env().PHONE_COUNTRY): string {
  return getExampleNumber(country as CountryCode, examples)?.formatNational() ?? "";
}

function national(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatNational() ?? e164;
}
