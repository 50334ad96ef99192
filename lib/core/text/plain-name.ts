/** A link, an email or a domain: "http:", "www.", "a@b", "shop.com". */
const ADDRESS_PATTERN = /\/\/|www\.|@|[\p{L}\p{N}-]\.\p{L}{2}/iu;

export const PLAIN_NAME_MESSAGE =
  "Use a name without links, colons and long numbers: it is in messages that people trust.";

/**
 * Whether a name is only the name of a person or a shop. One with an address, a colon or five digits could pass
 * for a message of a bank, since it begins messages and emails.
 */
export function isPlainName(name: string): boolean {
  const text = name.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
  return !ADDRESS_PATTERN.test(text) && !/[:\n\r]/.test(text) && !/\d([\s().+-]*\d){4}/.test(text);
}
