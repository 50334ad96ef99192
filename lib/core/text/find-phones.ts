import { foldPhoneSigns } from "./bare-phone.ts";
import { type PhoneRule, type ReadPhone, readPhone } from "./phone-rule.ts";

const NUMBER_START = /(?<!\d)[+\d]/g;
/** Within a number, also the invisible ones that chats copy. A line break ends a number. */
const SEPARATOR = /[^\S\r\n]|[\p{Cf}()_.\u2010-\u2015\u2212-]/u;
/** A unit after digits, which makes a size or a time of them: "0803123456 1GB" has a number with a digit too few. */
const AMOUNT_UNIT = /^(?:\p{L}|\s(?:[gmt]b?|gigs?|megs?|days?|hrs?|hours?|weeks?|months?)(?!\p{L}))/iu;
/** The rest of an email address, behind digits that belong to it. */
const ADDRESS_REST = /^[\w.+-]*@/;
/** The longest number of E.164. */
const MAX_DIGITS = 15;

/**
 * Finds the mobile numbers in any text, such as a pasted chat message. Runs in browsers.
 * @returns each number once, in the order of the text.
 */
export function findPhones(rule: PhoneRule, typed: string): ReadPhone[] {
  const text = foldPhoneSigns(typed);
  const places = locatePhones(rule, text);
  return [...new Map(places.map(({ phone }) => [phone.e164, phone])).values()];
}

/** A mobile number within a text. */
export interface PhonePlace {
  phone: ReadPhone;
  start: number;
  end: number;
}

/** Finds the places of mobile numbers in a text that `foldPhoneSigns` wrote. */
export function locatePhones(rule: PhoneRule, text: string): PhonePlace[] {
  const places: PhonePlace[] = [];
  for (const { index: start } of text.matchAll(NUMBER_START)) {
    if (start < (places.at(-1)?.end ?? 0)) continue;
    const match = readPhoneAt(rule, text, start);
    if (match) places.push({ ...match, start });
  }
  return places;
}

/** Reads the first possible number at a position that no further digit follows directly. */
function readPhoneAt(
  rule: PhoneRule,
  text: string,
  start: number,
): { phone: ReadPhone; end: number } | undefined {
  const isPrefixed = text.startsWith(rule.code, start);
  let digits = 0;
  for (let at = start; at < text.length && digits <= MAX_DIGITS; at++) {
    const sign = text[at] ?? "";
    if (/\d/.test(sign)) digits += 1;
    else if (sign === "+" && at === start) continue;
    else if (!SEPARATOR.test(sign)) return undefined;
    if (!/\d/.test(sign) || /\d/.test(text[at + 1] ?? "")) continue;
    const part = text.slice(start, at + 1);
    if (/\D\d{1,3}$/.test(part) && AMOUNT_UNIT.test(text.slice(at + 1, at + 10))) return undefined;
    const phone = readPhone(rule, part) ?? (isPrefixed ? readPhone(rule, `+${part}`) : undefined);
    if (phone) return ADDRESS_REST.test(text.slice(at + 1)) ? undefined : { phone, end: at + 1 };
  }
  return undefined;
}
