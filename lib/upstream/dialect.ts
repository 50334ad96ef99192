import type { ExchangeResult } from "#lib/core/network/exchange-request";
import type { PlanList } from "./plan-list.ts";
import type { PurchaseResponse, UpstreamPurchase } from "./purchase-response.ts";

/** A request as its service expects it, with the headers that authenticate. */
export interface DialectRequest {
  method: "GET" | "POST";
  /** Is added to the account's address. */
  path: string;
  headers: Record<string, string>;
  json?: unknown;
}

/** A whole HTTP response. The token is removed from its text. */
export type DialectResponse = Extract<ExchangeResult, { kind: "response" }>;

/**
 * The way in which a kind of service lists plans and sells them. Sending, time limits and what a broken
 * connection means are the same for all (`sendPurchase`, `fetchPlans`).
 */
export interface Dialect {
  /** Stored with each supplier, so it never changes. */
  name: string;
  /** For admins. */
  label: string;
  /**
   * Fetches every plan. `exchange` sends a request, again after a failure that may pass.
   * @throws PortalError unavailable, with a message for admins and, for a rejected token, the cause
   * `TokenRejected`
   */
  fetchPlans(
    exchange: (request: DialectRequest) => Promise<ExchangeResult>,
    token: string,
  ): Promise<PlanList>;
  buildPurchase(purchase: UpstreamPurchase, token: string): DialectRequest;
  /** Classifies a response of the service itself. One without a clear result is `unconfirmed`. Never throws. */
  classifyResponse(response: DialectResponse, purchase: UpstreamPurchase): PurchaseResponse;
}
