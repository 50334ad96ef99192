import type { UpstreamRejection } from "#lib/upstream/purchase-response";

/** The operator-side messages (interface: Rejection). */
const REJECTION_PATTERNS: readonly [RegExp, UpstreamRejection][] = [
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

/** The messages about the three fields, and other wordings (interface: Validation error). */
const VALIDATION_PATTERN =
  /^(the )?(selected )?(data )?(plan|mobile number|phone( number)?|network)( id)?( field)?( format)? (is (required|invalid|not valid)|must be .+|does not exist|doesn't exist)$/;

/** The upstream's wording, by HTTP status, when it rejects the token, the address or the rate. */
const DENIAL_PATTERNS: Record<number, RegExp> = {
  401: /^unauthenticated$|^unauthori[sz]ed\b|\b(token|credentials|api key)\b.*\b(invalid|missing|required|expired|revoked)\b|\b(invalid|missing|expired|revoked)\b.*\b(token|credentials|api key)\b/,
  403: /\bnot white ?listed\b/,
  429: /\btoo many (attempts|requests)\b|\brate limit\b/,
};

/**
 * Whether the messages of a 401, 403 or 429 are the upstream's own: then nothing was executed (interface:
 * Unauthorized, Denied address, Limits).
 * Other wording may come from a proxy that withheld the response to an executed purchase.
 */
export function isDenial(httpStatus: number, messages: readonly string[]): boolean {
  const pattern = DENIAL_PATTERNS[httpStatus];
  return (
    pattern !== undefined &&
    messages.length > 0 &&
    messages.map(normaliseMessage).every((words) => pattern.test(words) && !PENDING_PATTERN.test(words))
  );
}

/** Wording of an accepted purchase, whose outcome is unknown. */
const PENDING_PATTERN = /\bprocess(ing|ed)\b|\bpending\b|\bin progress\b/;

/**
 * Classifies a message of a 422 (interface: Validation error, Rejection), loosely, because wording varies
 * between services. Returns undefined for anything else, also "your transaction is being processed", which
 * leaves the outcome open.
 */
export function classifyMessage(message: string): UpstreamRejection | "validation" | undefined {
  const words = normaliseMessage(message);
  if (PENDING_PATTERN.test(words)) return undefined;
  if (VALIDATION_PATTERN.test(words)) return "validation";
  return REJECTION_PATTERNS.find(([pattern]) => pattern.test(words))?.[1];
}

function normaliseMessage(message: string): string {
  return message
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/[^\p{L}\p{N}' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
