import type { Minor } from "#lib/core/money/money";

/** Reasons to reject every purchase for now: always the operator's account, never the buyer. */
export type UpstreamRejection =
  | "unauthorized"
  | "not_whitelisted"
  | "balance"
  | "daily_limit"
  | "kyc"
  | "negative_wallet"
  | "service";

/** A purchase as a service is asked for it. */
export interface UpstreamPurchase extends PurchaseTerms {
  /** The portal's own reference. */
  ident: string;
  planId: number;
  /** The recipient, in E.164. */
  phone: string;
}

/** The part of it that a response is compared with. */
export interface PurchaseTerms {
  networkId: number;
  /** The expected charge of the upstream, in minor units. */
  cost: Minor;
}

/** The upstream's transaction (interface: Transaction) in domain values; null for a missing field. */
export interface UpstreamTransaction {
  upstreamId: string | null;
  ident: string | null;
  amount: Minor | null;
  balanceBefore: Minor | null;
  balanceAfter: Minor | null;
  /** The provider's own words, cleaned and cut; null for "N/A". */
  message: string | null;
}

export interface PurchaseResponse {
  result: "unsent" | "throttled" | "rejected" | "invalid" | "successful" | "failed" | "unconfirmed";
  /** For admins: "time-out after 60 s", "422 Insufficient wallet balance!". Never for buyers. */
  note: string;
  httpStatus?: number;
  /** The raw response without the token, cut at 4,000 characters. */
  raw?: string;
  /** With HTTP 429: the wait that the upstream requests. */
  retryAfterMs?: number;
  /** With `rejected`, and with any other 401 or 403: the reason to stop sending for now. */
  rejection?: UpstreamRejection;
  transaction?: UpstreamTransaction;
  /** With `successful`: the upstream charged another price than expected, and everything else matches. */
  repriced?: true;
  /** A contradiction within the response, or between it and the request. */
  discrepancy?: string;
}
