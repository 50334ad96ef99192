import { once } from "node:events";
import { request as send } from "node:http";
import { text } from "node:stream/consumers";
import type { FuzzRequest } from "./requests.ts";

/** A response to a generated request. */
export interface FuzzResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request with its path unchanged. */
export async function sendRequest(
  url: string,
  { method, path, headers, body }: FuzzRequest,
  token: string | undefined,
): Promise<FuzzResponse> {
  const { hostname, port } = new URL(url);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const request = send({
    ...{ host: hostname, port, method, path },
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
      ...(bytes && { "Content-Length": bytes.length }),
    },
  });
  request.end(bytes);
  const [response] = await once(request, "response");
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Reasons of 422 that a document can't describe, by their key. */
const BUSINESS_REASONS = ["plan", "network", "mobile_number", "amount", "status", "ref"];

/** Finds the promises that a response breaks, described or not. */
export function findBrokenPromises(request: FuzzRequest, { status, headers, body }: FuzzResponse): string[] {
  const broken: string[] = [];
  if (status >= 500) broken.push("server error");
  if (!/^[0-9a-f]{12}$/.test(String(headers["x-request-id"]))) broken.push("no request ID");
  if (status === 401 && headers["www-authenticate"] !== "Bearer") broken.push("401 without WWW-Authenticate");
  if (status === 405 && !headers.allow) broken.push("405 without Allow");
  if (status === 429 && !headers["retry-after"]) broken.push("429 without Retry-After");
  if (request.method !== "HEAD" && ![204, 304].includes(status)) {
    if (headers["content-type"] !== "application/json") broken.push(`type ${headers["content-type"]}`);
    const parsed = parseJson(body);
    if (parsed === undefined) broken.push("no JSON");
    else if (status >= 400 && parsed.data === undefined && typeof parsed.message !== "string")
      broken.push("an error without a message");
    const reasons = Object.keys(parsed?.errors ?? {});
    if (request.isValid && status === 422 && reasons.some((reason) => !BUSINESS_REASONS.includes(reason)))
      broken.push("a documented request rejected");
  }
  if (request.isValid && ![200, 404, 422, 429].includes(status)) broken.push("unexpected status");
  return broken;
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
function parseJson(body: string): any {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Whether prism passes a request on as it is: it fails at HEAD, reads `//api` as a host, answers unreadable JSON itself,
 * and writes JSON again under the old length.
 */
export function canProxy({ method, path, headers, body = "" }: FuzzRequest): boolean {
  if (method === "HEAD" || path.startsWith("//") || body.startsWith("\ufeff")) return false;
  if (body === "" || headers["Content-Type"] !== "application/json") return true;
  return /^[[{]/.test(body) && JSON.stringify(parseJson(body)) === body;
}
