import { toPlainLetters } from "./plain-letters.ts";

/** An SMS has 160 characters of the GSM alphabet; the parts of a longer one 153 each. */
const SINGLE_LENGTH = 160;
const PART_LENGTH = 153;

/**
 * Writes a text in characters that are one unit each in the GSM alphabet (3GPP TS 23.038): others would halve
 * the length of an SMS, and double its price.
 */
export function toSmsText(text: string): string {
  return toPlainLetters(text)
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, "-")
    .replace(/[^\x20-\x7e]|[\^{}\\[\]~|`]/g, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Counts the SMS that a text of `toSmsText` fills. */
export const countSmsParts = (text: string): number =>
  text.length <= SINGLE_LENGTH ? 1 : Math.ceil(text.length / PART_LENGTH);
