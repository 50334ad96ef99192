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

/**
 * What a 422 message of sections 7.1 and 7.2 says, matched loosely because wording varies between services;
 * undefined for anything else, also for "your transaction is being processed": nobody knows what it means.
 */
export function readMessage(message: string): Refusal | "validation" | undefined {
  const words = message
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/[^\p{L}\p{N}' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (/\bprocess(ing|ed)\b|\bpending\b|\bin progress\b/.test(words)) return undefined;
  if (VALIDATION.test(words)) return "validation";
  return REFUSALS.find(([pattern]) => pattern.test(words))?.[1];
}
