import { grouped } from "./money.ts";
import type { Transaction } from "./transaction.ts";

/** A whole answer before it meets the wire; a string body is sent as HTML. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const symbol = "₦";

/** The business messages of §7.2, by fault name. */
export const messages = {
  balance: "Insufficient wallet balance!",
  unavailable: "Service unavailable!.",
  kyc: "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.",
  "negative-wallet": "Your account has been temporarily restricted due to a negative wallet balance.",
  processing: "Your transaction is being processed, please check your history for its status.",
} as const;

/** §7.2 daily limit, the limit in minor units. */
export function dailyLimitMessage(limitMinor: bigint): string {
  return `Sorry, your daily data spending limit exceeded! Limit: ${symbol}${grouped(limitMinor)}`;
}

/** 422 in the shape of §7.1. */
export function invalid(errors: Record<string, string[]>): Answer {
  return { status: 422, body: { message: "The given data was invalid.", errors } };
}

export const unauthenticated: Answer = { status: 401, body: { message: "Unauthenticated." } };

/** §7.5: the message names the caller's address. */
export function notWhitelisted(address: string): Answer {
  const message = `Your IP address (${address}) is not whitelisted for this API token.`;
  return { status: 403, body: { status: false, message } };
}

/** 429; `null` leaves the Retry-After header out. */
export function tooMany(retryAfterS: number | null): Answer {
  const headers: Record<string, string> = retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
  return { status: 429, headers, body: { message: "Too Many Attempts." } };
}

/** 500 in the shape of §4.2. */
export function serverError(error: string): Answer {
  return { status: 500, body: { success: false, message: "Something went wrong.", error } };
}

/** The HTML page of some server in between. */
export function page(status: number, title: string, headers: Record<string, string> = {}): Answer {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body></html>\n`;
  return { status, headers, body };
}

/** §4.3: 200, or 422 when it failed at the provider (§7.3). */
export function transactionStatus(transaction: Transaction): number {
  return transaction.status === "failed" ? 422 : 200;
}
