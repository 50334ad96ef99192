import { z } from "zod";
import { type Minor, parseMoney } from "#lib/core/money/money";
import { cleanText, isObject, parseJson } from "#lib/core/text/foreign-text";
import type { UpstreamTransaction } from "#lib/upstream/purchase-response";

type Status = "successful" | "pending" | "failed";

/** A transaction as the response has it: null is a missing field, `unreadable` an invalid one. */
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

/** The body of a purchase's response: a transaction, errors, or neither (interface: Transaction, Errors). */
export interface ResponseBody {
  transaction?: ParsedTransaction;
  messages: string[];
  /** Whether it has `status: false` (interface: Denied address). */
  denies: boolean;
}

/** Parses a response in every known dialect. Never throws: anything but a JSON object is an empty body. */
export function parseResponseBody(text: string): ResponseBody {
  const json = parseJson(text);
  if (!isObject(json)) return { messages: [], denies: false };
  const denial = { messages: collectMessages(json), denies: json.status === false };
  const candidate = [json.data, json].find(looksLikeTransaction);
  return candidate ? { transaction: Transaction.parse(candidate), ...denial } : denial;
}

/** Converts a transaction to domain values; null for a missing or unreadable field. */
export function toUpstreamTransaction(parsed: ParsedTransaction): UpstreamTransaction {
  const toKnown = (value: Minor | null | "unreadable") => (value === "unreadable" ? null : value);
  const { upstreamId, ident, message } = parsed;
  return {
    upstreamId,
    ident,
    message,
    amount: toKnown(parsed.amount),
    balanceBefore: toKnown(parsed.balanceBefore),
    balanceAfter: toKnown(parsed.balanceAfter),
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

const createTextField = (most: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => (isText(value) && cleanText(String(value), most)) || null);

const Transaction = z
  .object({
    id: createTextField(60),
    ident: createTextField(100),
    network: NetworkId,
    amount: Money,
    balance_before: Money,
    balance_after: Money,
    api_response: createTextField(300),
    Status: z.unknown().optional(),
    status: z.unknown().optional(),
  })
  .transform(
    (fields): ParsedTransaction => ({
      status: parseStatus(fields.Status, fields.status),
      networkId: fields.network,
      amount: fields.amount,
      balanceBefore: fields.balance_before,
      balanceAfter: fields.balance_after,
      upstreamId: fields.id,
      ident: fields.ident,
      message: fields.api_response === "N/A" ? null : fields.api_response,
    }),
  );

const STATUS_BY_TEXT = new Map<string, Status>([
  ["successful", "successful"],
  ["success", "successful"],
  ["pending", "pending"],
  ["failed", "failed"],
]);

/** Reads both spellings of the field, in upper or lower case; a boolean `status` belongs to an envelope. */
function parseStatus(...fields: unknown[]): ParsedTransaction["status"] {
  const words = fields.filter((field) => typeof field === "string");
  const statuses = new Set(words.map((word) => STATUS_BY_TEXT.get(word.trim().toLowerCase())));
  if (statuses.size === 0) return "missing";
  if (statuses.size > 1) return "contradictory";
  return [...statuses][0] ?? "unknown";
}

function collectMessages({ errors, message, error }: Record<string, unknown>): string[] {
  const texts = isObject(errors) ? Object.values(errors).flat() : Array.isArray(errors) ? errors : [errors];
  const present = texts.filter((text) => text !== undefined && text !== null);
  if (present.length > 0)
    return present.map((text) => (typeof text === "string" ? cleanText(text, 300) : ""));
  return [message, error].filter((text) => typeof text === "string").map((text) => cleanText(text, 300));
}
