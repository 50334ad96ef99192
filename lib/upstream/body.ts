import { z } from "zod";
import { type Minor, parseMoney } from "#lib/core/money";
import type { UpstreamTransaction } from "./answer.ts";
import { clean, isObject, parseJson } from "./text.ts";

type Status = "successful" | "pending" | "failed";

/** A transaction as it was told: `unreadable` is there but makes no sense, null is not there. */
export interface ToldTransaction {
  status: Status | "missing" | "unknown" | "contradictory";
  networkId: number | null | "unreadable";
  amount: Minor | null | "unreadable";
  balanceBefore: Minor | null | "unreadable";
  balanceAfter: Minor | null | "unreadable";
  upstreamId: string | null;
  ident: string | null;
  message: string | null;
}

/** What a purchase was answered with: a transaction (2.6), messages of errors (7.1, 7.2), or neither. */
export interface Body {
  transaction?: ToldTransaction;
  messages: string[];
  /** Whether it says `status: false` (7.5). */
  denies: boolean;
}

/** Reads an answer in every dialect that was met. Never throws: what is no JSON object is an empty body. */
export function readBody(text: string): Body {
  const json = parseJson(text);
  if (!isObject(json)) return { messages: [], denies: false };
  const own = { messages: messagesOf(json), denies: json.status === false };
  const candidate = [json.data, json].find(looksLikeTransaction);
  return candidate ? { transaction: Transaction.parse(candidate), ...own } : own;
}

/** The transaction in domain values, without what could not be read. */
export function readable(told: ToldTransaction): UpstreamTransaction {
  const known = (value: Minor | null | "unreadable") => (value === "unreadable" ? null : value);
  const { upstreamId, ident, message } = told;
  return {
    upstreamId,
    ident,
    message,
    amount: known(told.amount),
    balanceBefore: known(told.balanceBefore),
    balanceAfter: known(told.balanceAfter),
  };
}

/** An envelope may have a `status` of its own, so that one alone makes no transaction. */
const looksLikeTransaction = (value: unknown) =>
  isObject(value) && TELLING.some((field) => Object.hasOwn(value, field));
const TELLING = ["Status", "ident", "amount", "balance_before", "balance_after"];

const isText = (value: unknown) => typeof value === "string" || typeof value === "number";

const Money = z
  .unknown()
  .optional()
  .transform((value) => {
    if (value === undefined || value === null) return null;
    return isText(value) ? (parseMoney(value as string | number) ?? "unreadable") : "unreadable";
  });

const NetworkId = z
  .unknown()
  .optional()
  .transform((value) => {
    if (value === undefined || value === null) return null;
    return isText(value) && /^\d{1,9}$/.test(String(value)) ? Number(value) : "unreadable";
  });

const words = (most: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => (isText(value) && clean(String(value), most)) || null);

const Transaction = z
  .object({
    id: words(60),
    ident: words(100),
    network: NetworkId,
    amount: Money,
    balance_before: Money,
    balance_after: Money,
    api_response: words(300),
    Status: z.unknown().optional(),
    status: z.unknown().optional(),
  })
  .transform(
    (told): ToldTransaction => ({
      status: statusOf(told.Status, told.status),
      networkId: told.network,
      amount: told.amount,
      balanceBefore: told.balance_before,
      balanceAfter: told.balance_after,
      upstreamId: told.id,
      ident: told.ident,
      message: told.api_response === "N/A" ? null : told.api_response,
    }),
  );

const STATUSES = new Map<string, Status>([
  ["successful", "successful"],
  ["success", "successful"],
  ["pending", "pending"],
  ["failed", "failed"],
]);

/** Either spelling of the field, in any case; a boolean `status` is another service's envelope. */
function statusOf(...fields: unknown[]): ToldTransaction["status"] {
  const told = fields.filter((field) => typeof field === "string");
  const meant = new Set(told.map((word) => STATUSES.get(word.trim().toLowerCase())));
  if (meant.size === 0) return "missing";
  if (meant.size > 1) return "contradictory";
  return [...meant][0] ?? "unknown";
}

function messagesOf({ errors, message, error }: Record<string, unknown>): string[] {
  const found = isObject(errors) ? Object.values(errors).flat() : Array.isArray(errors) ? errors : [errors];
  const told = found.filter((one) => one !== undefined && one !== null);
  if (told.length > 0) return told.map((one) => (typeof one === "string" ? clean(one, 300) : ""));
  return [message, error].filter((one) => typeof one === "string").map((one) => clean(one, 300));
}
