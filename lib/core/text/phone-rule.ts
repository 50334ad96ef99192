import { toBarePhone } from "./bare-phone.ts";

/** Notation of a country's mobile numbers, for browsers, which have no list of all countries. */
export interface PhoneRule {
  /** The country's calling code, "234". */
  code: string;
  /** The digits before a number within the country, "0"; empty without any. */
  trunk: string;
  /** The pattern of a mobile number without code and trunk. */
  mobile: string;
  /** The digits that `mobile` may have. */
  lengths: readonly number[];
  /** The first one whose `start` and `pattern` match groups a number by its `template`. */
  formats: readonly { start: string; pattern: string; template: string }[];
}

/** A phone number that was read in a browser. */
export interface ReadPhone {
  e164: string;
  /** Grouped for reading. */
  text: string;
}

/**
 * Reads a typed mobile number by a country's rule.
 * @returns undefined for anything that isn't certainly one: the server, which knows more notations, decides.
 */
export function readPhone(rule: PhoneRule, typed: string): ReadPhone | undefined {
  const { code, mobile, formats } = rule;
  const national = readNationalDigits(rule, typed);
  if (national === undefined || !new RegExp(`^(?:${mobile})$`).test(national)) return undefined;
  const format = formats.find(
    ({ start, pattern }) =>
      new RegExp(`^(?:${start})`).test(national) && new RegExp(`^(?:${pattern})$`).test(national),
  );
  if (!format) return undefined;
  return {
    e164: `+${code}${national}`,
    text: national.replace(new RegExp(`^(?:${format.pattern})$`), format.template),
  };
}

/** Reads the beginning of a number while it is typed, in E.164. @returns undefined for any other text. */
export function readPhoneStart(rule: PhoneRule, typed: string): string | undefined {
  const national = readNationalDigits(rule, typed);
  return national === undefined ? undefined : `+${rule.code}${national}`;
}

/** @returns the digits after code or trunk. */
function readNationalDigits({ code, trunk }: PhoneRule, typed: string): string | undefined {
  const bare = toBarePhone(typed, code);
  const prefix = bare?.startsWith("+") ? `+${code}` : trunk;
  return bare?.startsWith(prefix) ? bare.slice(prefix.length) : undefined;
}
