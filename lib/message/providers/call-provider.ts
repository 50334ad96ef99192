import { exchangeRequest } from "#lib/core/network/exchange-request";
import { isLoopback } from "#lib/core/network/ip-address";
import { cleanText, isObject, parseJson } from "#lib/core/text/foreign-text";

/** The time for one request, in ms; a claim of a message lasts longer. */
export const PROVIDER_TIMEOUT_MS = 15_000;
const MAX_BYTES = 1024 * 1024;

interface ProviderCall {
  base: string;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

export type CallResult =
  | { kind: "response"; status: number; json: unknown }
  /**
   * `sent` is false only where the provider surely saw nothing; `text` is the part of the response that came.
   */
  | { kind: "failed"; sent: boolean; problem: string; text: string };

/** Sends one request to a provider of messages, without repetition or redirect. Never throws. */
export async function callProvider({
  base,
  path,
  method,
  json,
  form,
  headers = {},
}: ProviderCall): Promise<CallResult> {
  const url = new URL(`${base.replace(/\/+$/, "")}${path}`);
  if (url.protocol !== "https:" && !isLoopback(url.hostname))
    return { kind: "failed", sent: false, problem: "its address is not https://", text: "" };
  const body = form
    ? new URLSearchParams(form).toString()
    : json === undefined
      ? undefined
      : JSON.stringify(json);
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  const result = await exchangeRequest({
    url,
    method,
    headers: {
      accept: "application/json",
      "user-agent": "portal",
      ...headers,
      ...(body !== undefined && { "content-type": type, "content-length": String(Buffer.byteLength(body)) }),
    },
    body,
    timeoutMs: PROVIDER_TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (result.kind === "response")
    return { kind: "response", status: result.status, json: parseJson(result.text) };
  const text = result.kind === "broken" ? result.text : "";
  return { kind: "failed", sent: result.kind === "broken", problem: result.reason, text };
}

/**
 * Statuses by which a provider means its own state or the account, not the message: later it may accept it.
 */
const TEMPORARY_STATUSES = [401, 402, 403, 408, 409, 429];

/** Returns what a status that isn't a success says: nothing clear, a rejection for now, or one for good. */
export function classifyStatus(status: number): "unclear" | "temporary" | "permanent" {
  if (status < 400 || status >= 500) return "unclear";
  return TEMPORARY_STATUSES.includes(status) ? "temporary" : "permanent";
}

/**
 * Describes a rejection in the provider's words, without numbers and keys, which logs and pages must not
 * have.
 */
export function describeRejection(status: number, json: unknown): string {
  const message = isObject(json) && typeof json.message === "string" ? json.message : "";
  const text = cleanText(message.replace(/\+?\d[\d\s-]{5,}\d|\S{24,}/g, "…"), 120);
  return text ? `HTTP ${status}: ${text}` : `HTTP ${status}`;
}
