import type { SandboxTransaction } from "./transaction.ts";
import { formatGrouped } from "./values.ts";

/** A whole response before it is sent; a string body is sent as HTML. */
export interface SandboxResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const CURRENCY_SYMBOL = "₦";

/** The messages of rejections by fault name (interface: Rejection). */
export const BUSINESS_MESSAGES = {
  balance: "Insufficient wallet balance!",
  unavailable: "Service unavailable!.",
  kyc: "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.",
  "negative-wallet": "Your account has been temporarily restricted due to a negative wallet balance.",
  processing: "Your transaction is being processed, please check your history for its status.",
} as const;

/** Formats the message of the daily limit (interface: Rejection), the limit in minor units. */
export function formatDailyLimitMessage(limitMinor: bigint): string {
  return `Sorry, your daily data spending limit exceeded! Limit: ${CURRENCY_SYMBOL}${formatGrouped(limitMinor)}`;
}

/** Creates a 422 (interface: Validation error). */
export function invalidResponse(errors: Record<string, string[]>): SandboxResponse {
  return { status: 422, body: { message: "The given data was invalid.", errors } };
}

export const UNAUTHENTICATED_RESPONSE: SandboxResponse = {
  status: 401,
  body: { message: "Unauthenticated." },
};

/** Creates a 403 whose message names the caller's address (interface: Denied address). */
export function notWhitelistedResponse(address: string): SandboxResponse {
  const message = `Your IP address (${address}) is not whitelisted for this API token.`;
  return { status: 403, body: { status: false, message } };
}

/** Creates a 429; `null` leaves the Retry-After header out. */
export function tooManyResponse(retryAfterS: number | null): SandboxResponse {
  const headers: Record<string, string> = retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
  return { status: 429, headers, body: { message: "Too Many Attempts." } };
}

/** Creates a 500 of the filtered list (interface: Server error). */
export function serverErrorResponse(error: string): SandboxResponse {
  return { status: 500, body: { success: false, message: "Something went wrong.", error } };
}

/** Creates the HTML page of a proxy. */
export function htmlResponse(
  status: number,
  title: string,
  headers: Record<string, string> = {},
): SandboxResponse {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body></html>\n`;
  return { status, headers, body };
}

/** Chooses the status: 200, or 422 when it failed at the provider (interface: Failure at the network). */
export function transactionHttpStatus(transaction: SandboxTransaction): number {
  return transaction.status === "failed" ? 422 : 200;
}

/** A purchase that was not executed, with the reason for the log. */
export interface PurchaseRefusal {
  kind: "rejected";
  answer: SandboxResponse;
  reason: string;
}

export function createRefusal(answer: SandboxResponse, message: string): PurchaseRefusal {
  return { kind: "rejected", answer, reason: message };
}

/** Creates a rejection (interface: Rejection). */
export function businessRefusal(key: "status" | "amount", message: string): PurchaseRefusal {
  return createRefusal(invalidResponse({ [key]: [message] }), message);
}
