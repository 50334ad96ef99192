/** The fault of a failed purchase: the network's or supplier's, or the recipient's. */
export type Fault = "network" | "recipient";

const MAX_LENGTH = 120;

/**
 * Reduces the note of an attempt ("422 failed Number 0803… is barred.") to the text by which failures are
 * grouped: without HTTP status, state, numbers and references. Empty where the supplier gave no reason.
 */
export function toFailureKey(note: string): string {
  return note
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\d{3}\b\s*/, "")
    .replace(/^(failed|pending|successful|missing|unknown)\b\s*/, "")
    .replace(/[\p{L}-]*\d[\p{L}\d-]*/gu, "#")
    .replace(/[^\p{L}#' ]+/gu, " ")
    .replace(/(# ?)+/g, "# ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_LENGTH);
}

/**
 * Wordings about the recipient's number. Anything else counts as the network's fault: an outage may have
 * any words, and a few numbers of an unknown wording don't make one. An outage may have these words, too:
 * `toLineAttempts` stops believing them.
 */
const RECIPIENT_PATTERNS: readonly RegExp[] = [
  /\bnot eligible\b|\bineligible\b|\beligibility\b/,
  /\b(invalid|incorrect|wrong|unknown)\b.*\b(phone|mobile|msisdn|number|recipient|beneficiary|subscriber)\b/,
  /\b(phone|mobile|msisdn|number|recipient|beneficiary)\b.*\b(invalid|incorrect|not valid|inactive)\b/,
  /\b(number|recipient|beneficiary|subscriber|customer)\b.*\b(not found|not registered|not active)\b/,
  /\b(number|recipient|beneficiary|subscriber|customer)\b.*\bdoes(n't| not) exist\b/,
  /\b(barred|blacklisted|suspended|deactivated|disconnected)\b/,
  /\b(owing|owes|owed|outstanding|unpaid|borrow\w*)\b.*\b(loan|debt|airtime|data|credit)\b/,
  /\b(loan|debt)\b.*\b(outstanding|unpaid|pending)\b/,
  /\bported\b|\bnot an? \w+ (number|line|sim|subscriber)\b/,
  /\bdoes(n't| not) belong to (this|the selected) network\b/,
  /\b(beneficiary|recipient|subscriber|customer|number)\b.*\b(limit|maximum)\b/,
  /\b(do not disturb|dnd)\b/,
];

/** Guesses whose fault a failure with this text is, where no admin decided. */
export const guessFault = (key: string): Fault =>
  RECIPIENT_PATTERNS.some((pattern) => pattern.test(key)) ? "recipient" : "network";

/** Decides whose fault a failure is: as an admin said of its text, else by its wording. */
export const decideFault = (key: string, decided: ReadonlyMap<string, Fault>): Fault =>
  decided.get(key) ?? guessFault(key);
