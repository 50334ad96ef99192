import type { z } from "zod";
import { exchangeRequest } from "#lib/core/network/exchange-request";
import { isLoopback } from "#lib/core/network/ip-address";
import { cleanText, limitRawText } from "#lib/core/text/foreign-text";
import { parseExact } from "./exact-json.ts";
import { PaymentUnclear, type ProviderName, ProviderSilent, ProviderUnreachable } from "./provider.ts";

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;

export interface ProviderRequest {
  provider: ProviderName;
  /** The provider's address, with or without a path of its own. */
  base: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** Removed from errors, logs and stored responses. */
  secrets: string[];
  /** `TIMEOUT_MS` unless given. */
  timeoutMs?: number | undefined;
}

export interface ProviderResponse {
  status: number;
  /** The body's JSON with every number as a `JsonNumeral`; undefined when it is none. */
  json: unknown;
  /** As admins see it. */
  raw: string;
}

/**
 * Sends one request to a provider. Never repeats it and follows no redirect.
 * @throws PaymentUnclear without a whole response, or for one that says nothing about the request: a
 * redirect, a server error, rejected keys
 */
export async function requestProvider({
  provider,
  base,
  path,
  json,
  form,
  secrets,
  ...rest
}: ProviderRequest): Promise<ProviderResponse> {
  const url = new URL(`${base.replace(/\/+$/, "")}${path}`);
  if (url.protocol !== "https:" && !isLoopback(url.hostname))
    throw new PaymentUnclear(provider, "its address is not https://");
  const body = form
    ? new URLSearchParams(form).toString()
    : json === undefined
      ? undefined
      : JSON.stringify(json);
  const headers: Record<string, string> = {
    accept: "application/json",
    "user-agent": "portal",
    ...rest.headers,
  };
  if (body !== undefined) {
    headers["content-type"] = form ? "application/x-www-form-urlencoded" : "application/json";
    headers["content-length"] = String(Buffer.byteLength(body));
  }
  const result = await exchangeRequest({
    url,
    method: rest.method,
    headers,
    body,
    timeoutMs: rest.timeoutMs ?? TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (result.kind === "unsent") throw new ProviderUnreachable(provider, result.reason);
  if (result.kind !== "response") throw new ProviderSilent(provider, result.reason);
  const { status } = result;
  const raw = redactSecrets(secrets, limitRawText(result.text));
  const silent =
    status < 200 || (status >= 300 && status < 400) || [401, 403, 408, 429].includes(status) || status >= 500;
  if (silent) throw new ProviderStatusError(provider, status);
  return { status, json: parseExact(result.text), raw };
}

/** An HTTP status that says nothing about the request. */
export class ProviderStatusError extends PaymentUnclear {
  readonly status: number;

  constructor(provider: ProviderName, status: number) {
    super(provider, `HTTP ${status}`);
    this.status = status;
  }
}

/** Reads a response by its schema. @throws PaymentUnclear naming the first field that makes no sense */
export function parseProviderResponse<S extends z.ZodType>(
  provider: ProviderName,
  schema: S,
  { status, json }: ProviderResponse,
): z.output<S> {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const path = cleanText(result.error.issues[0]?.path.join(".") ?? "", 100);
  throw new PaymentUnclear(
    provider,
    `HTTP ${status} with an unreadable response: ${path || "no JSON object"}`,
  );
}

function redactSecrets(secrets: string[], text: string): string {
  return secrets.reduce((redacted, secret) => redacted.replaceAll(secret, "[hidden]"), text);
}
