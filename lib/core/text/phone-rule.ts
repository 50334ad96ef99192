/** Notation of a country's mobile numbers, for browsers, which have no list of all countries. */
export interface PhoneRule {
  /** The country's calling code, "234". */
  code: string;
  /** The digits before a number within the country, "0"; empty without any. */
  trunk: string;
  /** The pattern of a mobile number without code and trunk. */
  mobile: string;
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
 * Reads a typed mobile number by a country's rule. @returns undefined for anything that isn't certainly one: the server,
 * which knows more notations, decides.
 */
export function readPhone({ code, trunk, mobile, formats }: PhoneRule, typed: string): ReadPhone | undefined {
  const bare = typed.trim();
  if (!/^\+?[\d\s().-]+$/.test(bare)) return undefined;
  const digits = bare.replace(/\D/g, "");
  const prefix = bare.startsWith("+") ? code : trunk;
  if (!digits.startsWith(prefix)) return undefined;
  const national = digits.slice(prefix.length);
  if (!new RegExp(`^(?:${mobile})$`).test(national)) return undefined;
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
