import { decimalText } from "#lib/core/money";
import type { Asked, PurchaseAnswer, Refusal } from "./answer.ts";
import { type Body, type ParsedTransaction, parseBody, transactionOf } from "./parse-body.ts";
import { isDenial, readMessage } from "./refusal.ts";
import { clean, rawOf } from "./text.ts";

/**
 * The table of answers: says what an answer to a purchase means. Whatever is not clearly one of the other
 * meanings is `unconfirmed`. Never throws.
 */
export function classifyResponse(
  httpStatus: number,
  headers: { retryAfter?: string | undefined },
  bodyText: string,
  asked: Asked,
): PurchaseAnswer {
  const body = parseBody(bodyText);
  const { transaction } = body;
  const wait = httpStatus === 429 ? retryAfterMs(headers.retryAfter) : undefined;
  const answer = {
    httpStatus,
    note: noteOf(httpStatus, body),
    raw: rawOf(bodyText),
    ...(DENIED[httpStatus] && { refusal: DENIED[httpStatus] }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
  if (transaction) return { ...answer, ...classifyTransaction(httpStatus, transaction, asked) };
  const denied = isDenial(httpStatus, body.messages);
  switch (httpStatus) {
    case 401:
      return { ...answer, meaning: denied ? "refused" : "unconfirmed" };
    case 403:
      return { ...answer, meaning: denied && body.denies ? "refused" : "unconfirmed" };
    case 422:
      return { ...answer, ...classifyMessages(body.messages) };
    case 429:
      return { ...answer, meaning: denied ? "throttled" : "unconfirmed" };
    default:
      return { ...answer, meaning: "unconfirmed" };
  }
}

/** These statuses stop all sending, also where they leave the purchase itself unconfirmed. */
const DENIED: Record<number, Refusal> = { 401: "unauthorized", 403: "not_whitelisted" };

type Classification = Omit<PurchaseAnswer, "note" | "httpStatus" | "raw">;

function classifyTransaction(httpStatus: number, parsed: ParsedTransaction, asked: Asked): Classification {
  const transaction = transactionOf(parsed);
  const conflict = contradiction(httpStatus, parsed) ?? mismatch(parsed, asked);
  if (conflict !== undefined) return { meaning: "unconfirmed", transaction, discrepancy: conflict };
  if (parsed.status === "failed") return { meaning: "failed", transaction };
  if (parsed.status !== "successful") return { meaning: "unconfirmed", transaction };
  if (isRepriced(parsed, asked)) return { meaning: "successful", transaction, repriced: true };
  const odd = anomaly(parsed, asked);
  return { meaning: "successful", transaction, ...(odd === undefined ? {} : { discrepancy: odd }) };
}

/** Says how status code and transaction contradict each other: a success comes with 200, a failure with 422 (sections 3, 7.3). */
function contradiction(httpStatus: number, { status }: ParsedTransaction): string | undefined {
  if (status === "missing") return "the transaction has no status";
  if (status === "unknown") return "the transaction has an unknown status";
  if (status === "contradictory") return "the transaction has two statuses";
  const fits = status === "pending" || httpStatus === (status === "failed" ? 422 : 200);
  return fits ? undefined : `HTTP ${httpStatus} with a ${status} transaction`;
}

/** Classifies a 422 without a transaction. It is definite only when every one of its messages is known. */
function classifyMessages(messages: string[]): Classification {
  const read = messages.map(readMessage);
  if (read.length === 0 || read.includes(undefined)) return { meaning: "unconfirmed" };
  const refusal = read.find((one): one is Refusal => one !== undefined && one !== "validation");
  return refusal ? { meaning: "refused", refusal } : { meaning: "invalid" };
}

function noteOf(httpStatus: number, { transaction, messages }: Body): string {
  const words = transaction ? [transaction.status, transaction.message] : messages;
  return clean([httpStatus, ...words].filter(Boolean).join(" "), 300);
}

/** An amount above this many times the cost is a fault, not a price change. */
const ABSURD = 10n;

/** Says why a transaction cannot belong to the request; undefined when it can. */
function mismatch(parsed: ParsedTransaction, asked: Asked): string | undefined {
  const { networkId, amount } = parsed;
  if (networkId === "unreadable") return "the network is unreadable";
  if (networkId !== null && networkId !== asked.networkId) {
    return `network ${networkId} instead of ${asked.networkId}`;
  }
  if (amount === "unreadable") return "the amount is unreadable";
  if (amount !== null && amount < 0n) return `a negative amount: ${decimalText(amount)}`;
  if (amount !== null && amount > asked.cost * ABSURD) {
    return `an absurd amount: ${decimalText(amount)} instead of ${decimalText(asked.cost)}`;
  }
  return undefined;
}

/** Whether a delivered purchase was charged at another price than expected while its balances agree with that price. */
function isRepriced({ amount, balanceBefore, balanceAfter }: ParsedTransaction, { cost }: Asked): boolean {
  if (typeof amount !== "bigint" || amount === cost) return false;
  if (balanceBefore === null || balanceAfter === null) return true;
  if (balanceBefore === "unreadable" || balanceAfter === "unreadable") return false;
  return balanceBefore - balanceAfter === amount;
}

/** Says what is odd about the money of a delivered transaction, for admins; undefined when nothing is. */
function anomaly({ amount, balanceBefore, balanceAfter }: ParsedTransaction, { cost }: Asked) {
  if (amount === null || amount === "unreadable") return "no amount was told";
  if (amount !== cost) return `charged ${decimalText(amount)} instead of ${decimalText(cost)}`;
  if (balanceBefore === "unreadable" || balanceAfter === "unreadable") return "a balance is unreadable";
  if (balanceBefore === null || balanceAfter === null) return undefined;
  const fell = balanceBefore - balanceAfter;
  return fell === amount
    ? undefined
    : `the balance fell by ${decimalText(fell)}, not by ${decimalText(amount)}`;
}

const LONGEST_MS = 3_600_000;

/** Reads a Retry-After header (seconds or a date) as milliseconds, at most an hour; undefined when it is missing or unreadable. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_MS);
}
