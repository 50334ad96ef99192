import "server-only";
import {
  type ExchangeResult,
  exchangeRequest,
  type OutgoingRequest,
} from "#lib/core/network/exchange-request";
import { parseJson } from "#lib/core/text/foreign-text";
import type { UpstreamAccount } from "./account.ts";
import type { DialectRequest } from "./dialect.ts";

const REDACTED_TOKEN = "[token]";

interface UpstreamExchange
  extends Pick<OutgoingRequest, "timeoutMs" | "maxBytes" | "timeToBegin" | "signal"> {
  account: Pick<UpstreamAccount, "baseUrl" | "token">;
  request: DialectRequest;
}

/**
 * Sends one request to an upstream service as the operator. Removes the token from the response in case the
 * service repeats it. Never throws.
 */
export async function requestUpstream({
  account,
  request: { method, path, json, headers: ownHeaders },
  ...rest
}: UpstreamExchange): Promise<ExchangeResult> {
  const base = account.baseUrl.replace(/\/+$/, "");
  const body = json === undefined ? undefined : JSON.stringify(json);
  const headers: Record<string, string> = {
    accept: "application/json",
    "user-agent": "portal",
    ...ownHeaders,
  };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    headers["content-length"] = String(Buffer.byteLength(body));
  }
  const result = await exchangeRequest({ ...rest, method, url: new URL(`${base}${path}`), headers, body });
  return result.kind === "unsent" ? result : { ...result, text: redactToken(result.text, account.token) };
}

/** Removes the token from a text, also where JSON writes it with escapes. */
function redactToken(text: string, token: string): string {
  const plain = text.replaceAll(token, REDACTED_TOKEN);
  if (!plain.includes("\\")) return plain;
  const spelled = JSON.stringify(token).slice(1, -1);
  const canonical = JSON.stringify(parseJson(plain)) ?? "";
  return canonical.includes(spelled) ? canonical.replaceAll(spelled, REDACTED_TOKEN) : plain;
}
