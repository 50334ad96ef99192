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

/** The messages of section 7.1, and their kin about the same three fields. */
const VALIDATION =
  /^(the )?(selected )?(data )?(plan|mobile number|phone( number)?|network)( id)?( field)?( format)? (is (required|invalid|not valid)|must be .+|does not exist|doesn't exist)$/;

/** What an upstream says of itself that refuses the token, the address, or the pace, each by its HTTP status. */
const DENIALS: Record<number, RegExp> = {
  401: /^unauthenticated$|^unauthori[sz]ed\b|\b(token|credentials|api key)\b.*\b(invalid|missing|required|expired|revoked)\b|\b(invalid|missing|expired|revoked)\b.*\b(token|credentials|api key)\b/,
  403: /\bnot white ?listed\b/,
  429: /\btoo many (attempts|requests)\b|\brate limit\b/,
};

/**
 * Whether the messages of a 401, 403 or 429 are the upstream's own way (7.4, 7.5, 8) to say that nothing was executed.
 * Anything else may come from somebody in between who only refused the answer.
 */
export function isDenial(httpStatus: number, messages: readonly string[]): boolean {
  const own = DENIALS[httpStatus];
  return (
    own !== undefined &&
    messages.length > 0 &&
    messages.map(wordsOf).every((words) => own.test(words) && !OPEN.test(words))
  );
}

/** Says that it was taken up: nobody knows what became of it. */
const OPEN = /\bprocess(ing|ed)\b|\bpending\b|\bin progress\b/;

/**
 * What a 422 message of sections 7.1 and 7.2 says, matched loosely because wording varies between services;
 * undefined for anything else, also for "your transaction is being processed": nobody knows what it means.
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
