import { formatDecimal } from "#lib/core/money/money";
import { cleanText, limitRawText } from "#lib/core/text/foreign-text";
import type { PurchaseResponse, PurchaseTerms, UpstreamRejection } from "#lib/upstream/purchase-response";
import { parseRetryAfterMs } from "#lib/upstream/retry-after";
import { classifyMessage, isDenial } from "./classify-message.ts";
import {
  type ParsedTransaction,
  parseResponseBody,
  type ResponseBody,
  toUpstreamTransaction,
} from "./parse-response-body.ts";

/**
 * Classifies the upstream's response to a purchase. A response without a clear result is `unconfirmed`.
 * Never throws.
 */
export function classifyResponse(
  httpStatus: number,
  headers: { retryAfter?: string | undefined },
  bodyText: string,
  request: PurchaseTerms,
): PurchaseResponse {
  const body = parseResponseBody(bodyText);
  const { transaction } = body;
  const wait = httpStatus === 429 ? parseRetryAfterMs(headers.retryAfter) : undefined;
  const response = {
    httpStatus,
    note: formatNote(httpStatus, body),
    raw: limitRawText(bodyText),
    ...(REJECTION_BY_STATUS[httpStatus] && { rejection: REJECTION_BY_STATUS[httpStatus] }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
  if (transaction) return { ...response, ...classifyTransaction(httpStatus, transaction, request) };
  const denied = isDenial(httpStatus, body.messages);
  switch (httpStatus) {
    case 401:
      return { ...response, result: denied ? "rejected" : "unconfirmed" };
    case 403:
      return { ...response, result: denied && body.denies ? "rejected" : "unconfirmed" };
    case 422:
      return { ...response, ...classifyMessages(body.messages) };
    case 429:
      return { ...response, result: denied ? "throttled" : "unconfirmed" };
    default:
      return { ...response, result: "unconfirmed" };
  }
}

/** These statuses stop all sending, also where they leave the purchase itself unconfirmed. */
const REJECTION_BY_STATUS: Record<number, UpstreamRejection> = {
  401: "unauthorized",
  403: "not_whitelisted",
};

type Classification = Omit<PurchaseResponse, "note" | "httpStatus" | "raw">;

function classifyTransaction(
  httpStatus: number,
  parsed: ParsedTransaction,
  request: PurchaseTerms,
): Classification {
  const transaction = toUpstreamTransaction(parsed);
  const conflict = findContradiction(httpStatus, parsed) ?? findMismatch(parsed, request);
  if (conflict !== undefined) return { result: "unconfirmed", transaction, discrepancy: conflict };
  if (parsed.status === "failed") return { result: "failed", transaction };
  if (parsed.status !== "successful") return { result: "unconfirmed", transaction };
  if (isRepriced(parsed, request)) return { result: "successful", transaction, repriced: true };
  const anomaly = findAnomaly(parsed, request);
  return { result: "successful", transaction, ...(anomaly === undefined ? {} : { discrepancy: anomaly }) };
}

/**
 * Describes how status code and transaction contradict each other:
 * a success has 200, a failure 422 (interface: States).
 */
function findContradiction(httpStatus: number, { status }: ParsedTransaction): string | undefined {
  if (status === "missing") return "the transaction has no status";
  if (status === "unknown") return "the transaction has an unknown status";
  if (status === "contradictory") return "the transaction has two statuses";
  const fits = status === "pending" || httpStatus === (status === "failed" ? 422 : 200);
  return fits ? undefined : `HTTP ${httpStatus} with a ${status} transaction`;
}

/** Classifies a 422 without a transaction. It is definite only when every one of its messages is known. */
function classifyMessages(messages: string[]): Classification {
  const kinds = messages.map(classifyMessage);
  if (kinds.length === 0 || kinds.includes(undefined)) return { result: "unconfirmed" };
  const rejection = kinds.find(
    (kind): kind is UpstreamRejection => kind !== undefined && kind !== "validation",
  );
  return rejection ? { result: "rejected", rejection } : { result: "invalid" };
}

function formatNote(httpStatus: number, { transaction, messages }: ResponseBody): string {
  const words = transaction ? [transaction.status, transaction.message] : messages;
  return cleanText([httpStatus, ...words].filter(Boolean).join(" "), 300);
}

/** An amount above this many times the cost is a fault, not a price change. */
const MAX_COST_FACTOR = 10n;

/** Describes why a transaction cannot belong to the request; undefined when it can. */
function findMismatch(parsed: ParsedTransaction, request: PurchaseTerms): string | undefined {
  const { networkId, amount } = parsed;
  if (networkId === "unreadable") return "the network is unreadable";
  if (networkId !== null && networkId !== request.networkId) {
    return `network ${networkId} instead of ${request.networkId}`;
  }
  if (amount === "unreadable") return "the amount is unreadable";
  if (amount !== null && amount < 0n) return `a negative amount: ${formatDecimal(amount)}`;
  if (amount !== null && amount > request.cost * MAX_COST_FACTOR) {
    return `an absurd amount: ${formatDecimal(amount)} instead of ${formatDecimal(request.cost)}`;
  }
  return undefined;
}

/** Whether a delivered purchase was charged at another price than expected, as its balances say. */
function isRepriced(
  { amount, balanceBefore, balanceAfter }: ParsedTransaction,
  { cost }: PurchaseTerms,
): boolean {
  if (typeof amount !== "bigint" || amount === cost) return false;
  if (balanceBefore === null || balanceAfter === null) return true;
  if (balanceBefore === "unreadable" || balanceAfter === "unreadable") return false;
  return balanceBefore - balanceAfter === amount;
}

/** Describes a delivered transaction's unexpected amount or balance, for admins; or undefined. */
function findAnomaly({ amount, balanceBefore, balanceAfter }: ParsedTransaction, { cost }: PurchaseTerms) {
  if (amount === null || amount === "unreadable") return "the amount is missing";
  if (amount !== cost) return `charged ${formatDecimal(amount)} instead of ${formatDecimal(cost)}`;
  if (balanceBefore === "unreadable" || balanceAfter === "unreadable") return "a balance is unreadable";
  if (balanceBefore === null || balanceAfter === null) return undefined;
  const fell = balanceBefore - balanceAfter;
  return fell === amount
    ? undefined
    : `the balance fell by ${formatDecimal(fell)}, not by ${formatDecimal(amount)}`;
}
