/** Who paid, as far as a provider's answer says: every e-mail and every name that may be the payer's, in small letters. */
export interface Payer {
  emails: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** Deeper, or in more fields, no provider says it. */
const MOST_FIELDS = 2_000;
const DEEPEST = 8;

/** Reads the payer out of a provider's raw answer, whichever provider's; of what is no JSON, nothing. */
export function payerOf(raw: string): Payer {
  const [emails, names] = [new Set<string>(), new Set<string>()];
  let left = MOST_FIELDS;
  const walk = (value: unknown, key: string, depth: number): void => {
    if (left-- <= 0 || depth > DEEPEST) return;
    if (typeof value === "string") {
      const text = value.trim().toLowerCase().slice(0, 200);
      if (/e-?mail/i.test(key) && text.includes("@")) emails.add(text);
      else if (NAMED.test(key) && text.length > 2) names.add(text);
    } else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value))
        walk(inner, Array.isArray(value) ? key : name, depth + 1);
  };
  try {
    walk(JSON.parse(raw), "", 0);
  } catch {
    // It was erased, or is no JSON.
  }
  return { emails, names };
}

/** "sender_name", "originatorname", "customerName", "accountName", "payer". */
const NAMED = /^(sender|payer|originator|source|customer|account|holder)?_?name$|^payer$/i;

/** Whether two names are of one person or shop: the same words in any order, or at least two of them. */
export function alike(one: string, other: string): boolean {
  const [these, those] = [wordsOf(one), wordsOf(other)];
  const shared = these.filter((word) => those.includes(word)).length;
  return shared > 0 && (shared >= 2 || (these.length === shared && those.length === shared));
}

const wordsOf = (name: string) => [...new Set(name.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])];
