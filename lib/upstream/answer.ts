import type { Minor } from "#lib/core/money";

/** Why the upstream refuses every purchase for now. The reason is always the operator's account, never the buyer. */
export type Refusal =
  | "unauthorized"
  | "not_whitelisted"
  | "balance"
  | "daily_limit"
  | "kyc"
  | "negative_wallet"
  | "service";

/** What the portal asked for, to compare the answer with. Money in minor units. */
export interface Asked {
  networkId: number;
  cost: Minor;
}

/** The upstream's transaction (section 2.6) in domain values; null where it says nothing. */
export interface UpstreamTransaction {
  upstreamId: string | null;
  ident: string | null;
  amount: Minor | null;
  balanceBefore: Minor | null;
  balanceAfter: Minor | null;
  /** The provider's own words, cleaned and cut; null for "N/A". */
  message: string | null;
}

/** What an answer to a purchase means: one row of the table of answers. */
export interface PurchaseAnswer {
  meaning: "unsent" | "throttled" | "refused" | "invalid" | "successful" | "failed" | "unconfirmed";
  /** For admins: "time-out after 60 s", "422 Insufficient wallet balance!". Never for buyers. */
  note: string;
  httpStatus?: number;
  /** The raw answer without the token, cut at 4,000 characters. */
  raw?: string;
  /** With HTTP 429: how long the upstream asks to wait. */
  retryAfterMs?: number;
  /** With `refused`, and with any other 401 or 403: why nothing more is sent for now. */
  refusal?: Refusal;
  transaction?: UpstreamTransaction;
  /** With `successful`: it charged another price than expected, and nothing else is odd. */
  repriced?: true;
  /** What in the answer contradicts the request or itself. */
  discrepancy?: string;
}
