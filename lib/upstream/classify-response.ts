import { decimalText } from "#lib/core/money";
import type { Asked, PurchaseAnswer, Refusal } from "./answer.ts";
import { type Body, readable, readBody, type ToldTransaction } from "./body.ts";
import { isDenial, readMessage } from "./refusal.ts";
import { clean, rawOf } from "./text.ts";

/**
 * The table of answers: what an answer to a purchase means. Whatever is not surely one of the others
 * is `unconfirmed`. Never throws.
 */
export function meaningOf(
  httpStatus: number,
  headers: { retryAfter?: string | undefined },
  bodyText: string,
  asked: Asked,
): PurchaseAnswer {
  const body = readBody(bodyText);
  const { transaction } = body;
  const wait = httpStatus === 429 ? retryAfterMs(headers.retryAfter) : undefined;
  const answer = {
    httpStatus,
    note: noteOf(httpStatus, body),
    raw: rawOf(bodyText),
    ...(DENIED[httpStatus] && { refusal: DENIED[httpStatus] }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
  if (transaction) return { ...answer, ...ofTransaction(httpStatus, transaction, asked) };
  const denied = isDenial(httpStatus, body.messages);
  switch (httpStatus) {
    case 401:
      return { ...answer, meaning: denied ? "refused" : "unconfirmed" };
    case 403:
      return { ...answer, meaning: denied && body.denies ? "refused" : "unconfirmed" };
    case 422:
      return { ...answer, ...ofMessages(body.messages) };
    case 429:
      return { ...answer, meaning: denied ? "throttled" : "unconfirmed" };
    default:
      return { ...answer, meaning: "unconfirmed" };
  }
}

/** What stops sending, whoever said it and whatever it means for the purchase. */
const DENIED: Record<number, Refusal> = { 401: "unauthorized", 403: "not_whitelisted" };

type Meant = Omit<PurchaseAnswer, "note" | "httpStatus" | "raw">;

function ofTransaction(httpStatus: number, told: ToldTransaction, asked: Asked): Meant {
  const transaction = readable(told);
  const wrong = contradiction(httpStatus, told) ?? misfit(told, asked);
  if (wrong !== undefined) return { meaning: "unconfirmed", transaction, discrepancy: wrong };
  if (told.status === "failed") return { meaning: "failed", transaction };
  if (told.status !== "successful") return { meaning: "unconfirmed", transaction };
  if (isRepriced(told, asked)) return { meaning: "successful", transaction, repriced: true };
  const odd = oddity(told, asked);
  return { meaning: "successful", transaction, ...(odd === undefined ? {} : { discrepancy: odd }) };
}

/** Sections 3 and 7.3: a success comes with 200, a failure with 422, and nothing else comes with either. */
function contradiction(httpStatus: number, { status }: ToldTransaction): string | undefined {
  if (status === "missing") return "the transaction has no status";
  if (status === "unknown") return "the transaction has an unknown status";
  if (status === "contradictory") return "the transaction has two statuses";
  const fits = status === "pending" || httpStatus === (status === "failed" ? 422 : 200);
  return fits ? undefined : `HTTP ${httpStatus} with a ${status} transaction`;
}

/** A 422 without a transaction: definite only when each of its messages is known. */
function ofMessages(messages: string[]): Meant {
  const read = messages.map(readMessage);
  if (read.length === 0 || read.includes(undefined)) return { meaning: "unconfirmed" };
  const refusal = read.find((one): one is Refusal => one !== undefined && one !== "validation");
  return refusal ? { meaning: "refused", refusal } : { meaning: "invalid" };
}

function noteOf(httpStatus: number, { transaction, messages }: Body): string {
  const words = transaction ? [transaction.status, transaction.message] : messages;
  return clean([httpStatus, ...words].filter(Boolean).join(" "), 300);
}

/** An amount beyond this many times the cost is no price change but a lie or a fault. */
const ABSURD = 10n;

/** Why a transaction cannot be the answer to what was asked; undefined when it can. */
export function misfit(told: ToldTransaction, asked: Asked): string | undefined {
  const { networkId, amount } = told;
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

/** Whether a delivered transaction took another price than expected, and all else about its money fits. */
export function isRepriced(
  { amount, balanceBefore, balanceAfter }: ToldTransaction,
  { cost }: Asked,
): boolean {
  if (typeof amount !== "bigint" || amount === cost) return false;
  if (balanceBefore === null || balanceAfter === null) return true;
  if (balanceBefore === "unreadable" || balanceAfter === "unreadable") return false;
  return balanceBefore - balanceAfter === amount;
}

/** What an admin should know of a delivered transaction whose money is not as listed. */
export function oddity({ amount, balanceBefore, balanceAfter }: ToldTransaction, { cost }: Asked) {
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

/** A Retry-After header (seconds or a date) in ms, at most an hour; undefined when there is none to go by. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_MS);
}
