import { foldPhoneSigns } from "./bare-phone.ts";
import { type PhoneRule, type ReadPhone, readPhone } from "./phone-rule.ts";

const NUMBER_START = /(?<!\d)[+\d]/g;
/** Within a number, also the invisible ones that chats copy. A line break ends a number. */
const SEPARATOR = /[^\S\r\n]|[\p{Cf}()_.\u2010-\u2015\u2212-]/u;
/** The longest number of E.164. */
const MAX_DIGITS = 15;

/**
 * Finds the mobile numbers in any text, such as a pasted chat message. Runs in browsers.
 * @returns each number once, in the order of the text.
 */
export function findPhones(rule: PhoneRule, typed: string): ReadPhone[] {
  const text = foldPhoneSigns(typed);
  const phones = new Map<string, ReadPhone>();
  let end = 0;
  for (const { index } of text.matchAll(NUMBER_START)) {
    if (index < end) continue;
    const match = readPhoneAt(rule, text, index);
    if (!match) continue;
    phones.set(match.phone.e164, match.phone);
    end = match.end;
  }
  return [...phones.values()];
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
    const phone = readPhone(rule, part) ?? (isPrefixed ? readPhone(rule, `+${part}`) : undefined);
    if (phone) return { phone, end: at + 1 };
  }
  return undefined;
}
