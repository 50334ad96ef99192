import { parseJson } from "#lib/core/text/foreign-text";

/** The emails and names in a provider's response that may be the payer's, in lower case. */
export interface Payer {
  emails: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** Maximum number of fields to read; no provider's response has more. */
const MAX_FIELDS = 2_000;
const MAX_DEPTH = 8;

/** Reads the payer from any provider's raw response; empty for invalid JSON. */
export function readPayer(raw: string): Payer {
  const [emails, names] = [new Set<string>(), new Set<string>()];
  let left = MAX_FIELDS;
  const walk = (value: unknown, key: string, depth: number): void => {
    if (left-- <= 0 || depth > MAX_DEPTH) return;
    if (typeof value === "string") {
      const text = value.trim().toLowerCase().slice(0, 200);
      if (/e-?mail/i.test(key) && text.includes("@")) emails.add(text);
      else if (NAME_KEY_PATTERN.test(key) && text.length > 2) names.add(text);
    } else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value))
        walk(inner, Array.isArray(value) ? key : name, depth + 1);
  };
  walk(parseJson(raw), "", 0);
  return { emails, names };
}

/** "sender_name", "originatorname", "customerName", "accountName", "payer". */
const NAME_KEY_PATTERN = /^(sender|payer|originator|source|customer|account|holder)?_?name$|^payer$/i;

/** Whether two names are likely of one person or shop: the same words in any order, or two of them. */
export function isSameName(a: string, b: string): boolean {
  const [these, those] = [splitName(a), splitName(b)];
  const shared = these.filter((word) => those.includes(word)).length;
  return shared > 0 && (shared >= 2 || (these.length === shared && those.length === shared));
}

const splitName = (name: string) => [...new Set(name.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])];
