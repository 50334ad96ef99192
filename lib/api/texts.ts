import { PURCHASE_TEXTS } from "#lib/purchase/place/refusal";

/** What programs read: the sentences of sections 4 to 7, and those that the document leaves open. */
export const TEXTS = {
  ...PURCHASE_TEXTS,
  invalid: "The given data was invalid.",
  unauthenticated: "Unauthenticated.",
  tooMany: "Too Many Attempts.",
  retrieved: "Data plans retrieved successfully",
  planRequired: "The plan field is required.",
  numberRequired: "The mobile number field is required.",
  networkRequired: "The network field is required.",
  networkInvalid: "The selected network is invalid.",
  refInvalid: "The ref may have 1 to 64 of A-Z a-z 0-9 . _ -",
  outcomeUnknown:
    "The outcome is unknown: the connection was lost while the purchase was placed, and it may have been charged. Repeat the call with the same ref and the same request: it is charged once at most.",
  noPlans: "The plans are not known yet. Try again in a minute.",
} as const;

/** Section 7.5: the words name the caller's address. */
export function notWelcome(address: string | undefined, origin: string | null): string {
  const from = `Your IP address (${address ?? "unknown"})`;
  if (origin === null) return `${from} is not whitelisted for this API token.`;
  return `${from} or origin (${origin.slice(0, 200)}) is not whitelisted for this API token.`;
}

/** The same, where the ref was made by the portal: the call itself must not be repeated. */
export function outcomeUnknownWithoutRef(ref: string): string {
  const path = `/api/data/${ref}`;
  return `The outcome is unknown: the purchase may have been placed and charged. Do not repeat this call, which would buy again. Read GET ${path}, or repeat the request as POST ${path}: it is charged once at most.`;
}
