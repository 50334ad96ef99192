import type { TokenLimitKind } from "#lib/account/token/token-limits";
import { PURCHASE_TEXTS } from "#lib/purchase/place/rejection";

/** Texts of the API: the sentences of the interface (docs/interface.md), and those that it leaves open. */
export const API_TEXTS = {
  ...PURCHASE_TEXTS,
  invalid: "The given data was invalid.",
  unauthenticated: "Unauthenticated.",
  tooMany: "Too Many Attempts.",
  outcomeUnknown:
    "The outcome is unknown: an error occurred while the purchase was placed, and it may have been charged. Repeat the call with the same ref and the same request: it is charged once at most.",
  retrieved: "Data plans retrieved successfully",
  planRequired: "The plan field is required.",
  numberRequired: "The mobile number field is required.",
  networkRequired: "The network field is required.",
  networkInvalid: "The selected network is invalid.",
  refInvalid:
    "The ref may have 1 to 64 of A-Z a-z 0-9 . _ - and may not be . or .. alone. Nothing was charged. Choose another ref.",
  refMissing:
    "The address ends without a ref. Nothing was charged. Put your ref after /api/data/, or call /api/data to buy without one.",
  refInQuery:
    "A purchase takes no query. Nothing was charged. Put the whole ref into the path, without a question mark.",
  refInSlashes:
    "The address has two slashes side by side. Nothing was charged. Remove the slash at the end of the base URL.",
  noPlans: "The plans are not known yet. Try again in a minute.",
} as const;

/** Names the lists that denied access, and always the caller's address (interface: Denied address). */
export function formatDeniedMessage(
  deniedBy: readonly TokenLimitKind[],
  address: string | undefined,
  origin: string | null,
): string {
  const ip = `IP address (${address ?? "unknown"})`;
  const page = origin === null ? "A call without an origin" : `Your origin (${origin.slice(0, 200)})`;
  if (!deniedBy.includes("origin")) return `Your ${ip} is not whitelisted for this API token.`;
  if (!deniedBy.includes("address")) return `${page}, from ${ip}, is not whitelisted for this API token.`;
  const both = origin === null ? "a call without an origin" : `your origin (${origin.slice(0, 200)})`;
  return `Your ${ip} and ${both} are not whitelisted for this API token.`;
}

/** For a ref that the portal created: the call must not be repeated. */
export function formatUnknownOutcome(ref: string): string {
  const path = `/api/data/${ref}`;
  return `The outcome is unknown: the purchase may have been placed and charged. Do not repeat this call, which would buy again. Read GET ${path}, or repeat the request as POST ${path}: it is charged once at most.`;
}
