import type { Refusal } from "./answer.ts";

/** The operator-side messages of section 7.2. */
const REFUSALS: readonly [RegExp, Refusal][] = [
  [/^(sorry )?(you have )?(an )?insufficient (wallet )?(balance|funds?)( in your wallet)?$/, "balance"],
  [
    /^(sorry )?(data )?service (is )?(currently |temporarily )?(unavailable|disabled|not available)$/,
    "service",
  ],
  [/\byour\b.*\bnegative\b.*\bbalance\b/, "negative_wallet"],
  [
    /\byour daily\b.*\blimit\b.*\b(exceeded|reached)\b|\b(exceeded|reached) your daily\b.*\blimit\b/,
    "daily_limit",
  ],
  [/\b(submit|complete|verify)\b.*\byour kyc\b/, "kyc"],
];

/** The messages of section 7.1 and other wordings about the same three fields. */
const VALIDATION =
  /^(the )?(selected )?(data )?(plan|mobile number|phone( number)?|network)( id)?( field)?( format)? (is (required|invalid|not valid)|must be .+|does not exist|doesn't exist)$/;

/** By HTTP status, the words with which the upstream itself refuses the token, the address or the rate. */
const DENIALS: Record<number, RegExp> = {
  401: /^unauthenticated$|^unauthori[sz]ed\b|\b(token|credentials|api key)\b.*\b(invalid|missing|required|expired|revoked)\b|\b(invalid|missing|expired|revoked)\b.*\b(token|credentials|api key)\b/,
  403: /\bnot white ?listed\b/,
  429: /\btoo many (attempts|requests)\b|\brate limit\b/,
};

/**
 * Whether the messages of a 401, 403 or 429 are the upstream's own (7.4, 7.5, 8): then nothing was executed.
 * Other words may come from a proxy that withheld the answer to a purchase that was executed.
 */
export function isDenial(httpStatus: number, messages: readonly string[]): boolean {
  const own = DENIALS[httpStatus];
  return (
    own !== undefined &&
    messages.length > 0 &&
    messages.map(wordsOf).every((words) => own.test(words) && !OPEN.test(words))
  );
}

/** Words that say that the purchase was accepted: its outcome is unknown. */
const OPEN = /\bprocess(ing|ed)\b|\bpending\b|\bin progress\b/;

/**
 * Classifies a message of a 422 (sections 7.1, 7.2), loosely, because wording varies between services.
 * Anything else is undefined, also "your transaction is being processed", which leaves the outcome open.
 */
export function readMessage(message: string): Refusal | "validation" | undefined {
  const words = wordsOf(message);
  if (OPEN.test(words)) return undefined;
  if (VALIDATION.test(words)) return "validation";
  return REFUSALS.find(([pattern]) => pattern.test(words))?.[1];
}

function wordsOf(message: string): string {
  return message
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/[^\p{L}\p{N}' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
