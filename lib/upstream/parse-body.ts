import { z } from "zod";
import { type Minor, parseMoney } from "#lib/core/money";
import type { UpstreamTransaction } from "./answer.ts";
import { clean, isObject, parseJson } from "./text.ts";

type Status = "successful" | "pending" | "failed";

/** A transaction as the answer has it: null is a missing field, `unreadable` one that makes no sense. */
export interface ParsedTransaction {
  status: Status | "missing" | "unknown" | "contradictory";
  networkId: number | null | "unreadable";
  amount: Minor | null | "unreadable";
  balanceBefore: Minor | null | "unreadable";
  balanceAfter: Minor | null | "unreadable";
  upstreamId: string | null;
  ident: string | null;
  message: string | null;
}

/** The body of an answer to a purchase: a transaction (2.6), error messages (7.1, 7.2), or neither. */
export interface Body {
  transaction?: ParsedTransaction;
  messages: string[];
  /** Whether it says `status: false` (7.5). */
  denies: boolean;
}

/** Parses an answer in every dialect seen so far. Never throws: anything but a JSON object is an empty body. */
export function parseBody(text: string): Body {
  const json = parseJson(text);
  if (!isObject(json)) return { messages: [], denies: false };
  const own = { messages: messagesOf(json), denies: json.status === false };
  const candidate = [json.data, json].find(looksLikeTransaction);
  return candidate ? { transaction: Transaction.parse(candidate), ...own } : own;
}

/** The transaction in domain values; null where a field was missing or unreadable. */
export function transactionOf(parsed: ParsedTransaction): UpstreamTransaction {
  const known = (value: Minor | null | "unreadable") => (value === "unreadable" ? null : value);
  const { upstreamId, ident, message } = parsed;
  return {
    upstreamId,
    ident,
    message,
    amount: known(parsed.amount),
    balanceBefore: known(parsed.balanceBefore),
    balanceAfter: known(parsed.balanceAfter),
  };
}

/** `status` does not count: an envelope without a transaction may have one, too. */
const looksLikeTransaction = (value: unknown) =>
  isObject(value) && TRANSACTION_FIELDS.some((field) => Object.hasOwn(value, field));
const TRANSACTION_FIELDS = ["Status", "ident", "amount", "balance_before", "balance_after"];

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
    (fields): ParsedTransaction => ({
      status: statusOf(fields.Status, fields.status),
      networkId: fields.network,
      amount: fields.amount,
      balanceBefore: fields.balance_before,
      balanceAfter: fields.balance_after,
      upstreamId: fields.id,
      ident: fields.ident,
      message: fields.api_response === "N/A" ? null : fields.api_response,
    }),
  );

const STATUSES = new Map<string, Status>([
  ["successful", "successful"],
  ["success", "successful"],
  ["pending", "pending"],
  ["failed", "failed"],
]);

/** Both spellings of the field are read, in upper or lower case; a boolean `status` belongs to an envelope. */
function statusOf(...fields: unknown[]): ParsedTransaction["status"] {
  const words = fields.filter((field) => typeof field === "string");
  const statuses = new Set(words.map((word) => STATUSES.get(word.trim().toLowerCase())));
  if (statuses.size === 0) return "missing";
  if (statuses.size > 1) return "contradictory";
  return [...statuses][0] ?? "unknown";
}

function messagesOf({ errors, message, error }: Record<string, unknown>): string[] {
  const found = isObject(errors) ? Object.values(errors).flat() : Array.isArray(errors) ? errors : [errors];
  const given = found.filter((one) => one !== undefined && one !== null);
  if (given.length > 0) return given.map((one) => (typeof one === "string" ? clean(one, 300) : ""));
  return [message, error].filter((one) => typeof one === "string").map((one) => clean(one, 300));
}
