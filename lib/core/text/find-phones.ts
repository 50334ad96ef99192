import { type PhoneRule, type ReadPhone, readPhone } from "./phone-rule.ts";

const NUMBER_START = /(?<!\d)[+\d]/g;
/** Within a number, also the invisible ones that chats copy. A line break ends a number. */
const SEPARATOR = /[^\S\r\n]|[\p{Cf}().\u2010-\u2015\u2212-]/u;
/** The longest number of E.164. */
const MAX_DIGITS = 15;

/**
 * Finds the mobile numbers in any text, such as a pasted chat message. Runs in browsers.
 * @returns each number once, in the order of the text.
 */
export function findPhones(rule: PhoneRule, text: string): ReadPhone[] {
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
  let bare = "";
  for (let at = start; at < text.length && bare.length <= MAX_DIGITS; at++) {
    const sign = text[at] ?? "";
    if (/\d/.test(sign) || (sign === "+" && at === start)) bare += sign;
    else if (!SEPARATOR.test(sign)) return undefined;
    if (!/\d/.test(sign) || /\d/.test(text[at + 1] ?? "")) continue;
    const phone =
      readPhone(rule, bare) ?? (bare.startsWith(rule.code) ? readPhone(rule, `+${bare}`) : undefined);
    if (phone) return { phone, end: at + 1 };
  }
  return undefined;
}
