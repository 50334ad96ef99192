import "server-only";
import { type ExchangeResult, exchangeRequest, type OutgoingRequest } from "./transport.ts";
import { getUpstreamVariables } from "./variables.ts";

const REDACTED_TOKEN = "[token]";

type UpstreamRequest = Pick<
  OutgoingRequest,
  "method" | "timeoutMs" | "maxBytes" | "timeToBegin" | "signal"
> & {
  /** From the interface's `{base_url}` on: "/api/data_plans". */
  path: string;
  json?: unknown;
};

/**
 * Sends one request to the upstream as the operator (section 5). Only this file reads the token, and it removes
 * the token from the response in case the upstream repeats it. Never throws.
 */
export async function requestUpstream({ path, json, ...rest }: UpstreamRequest): Promise<ExchangeResult> {
  const base = getUpstreamVariables().UPSTREAM_BASE_URL.replace(/\/+$/, "");
  const body = json === undefined ? undefined : JSON.stringify(json);
  const headers: Record<string, string> = {
    accept: "application/json",
    "user-agent": "portal",
    authorization: `Bearer ${getUpstreamVariables().UPSTREAM_API_TOKEN}`,
  };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    headers["content-length"] = String(Buffer.byteLength(body));
  }
  const result = await exchangeRequest({ ...rest, url: new URL(`${base}${path}`), headers, body });
  return result.kind === "unsent" ? result : { ...result, text: redactToken(result.text) };
}

/** Removes the token from a text, also where JSON writes it with escapes. */
function redactToken(text: string): string {
  const token = getUpstreamVariables().UPSTREAM_API_TOKEN;
  const plain = text.replaceAll(token, REDACTED_TOKEN);
  if (!plain.includes("\\")) return plain;
  const spelled = JSON.stringify(token).slice(1, -1);
  try {
    const canonical = JSON.stringify(JSON.parse(plain));
    return canonical.includes(spelled) ? canonical.replaceAll(spelled, REDACTED_TOKEN) : plain;
  } catch {
    return plain;
  }
}
