import { isObject, limitRawText, parseJson } from "#lib/core/text/foreign-text";
import type { DialectResponse } from "./dialect.ts";
import type { PurchaseResponse } from "./purchase-response.ts";
import { parseRetryAfterMs } from "./retry-after.ts";

/**
 * Classifies the response of Cloudflare's network in front of a service, where it says that the request
 * never reached the service. Undefined for everything else, which is the service's own or may have followed
 * its work: 520, 524, 502, and every response with a trace of a program behind the network. Wrongly `unsent`
 * delivers twice, wrongly undefined only waits.
 */
export function classifyEdgeResponse(response: DialectResponse): PurchaseResponse | undefined {
  if (!isFromEdge(response)) return undefined;
  const { status, headers, text } = response;
  const facts = { httpStatus: status, raw: limitRawText(text) };
  const code = readErrorCode(text);
  const note = `${status} from Cloudflare, before the supplier`;
  if (wasForwarded(response)) return undefined;
  if (isUnreached(response, code)) return { ...facts, result: "unsent", note };
  if (isBlocked(response, code))
    return { ...facts, result: "unsent", note: `${note}, which must let the portal's address through` };
  if (status !== 429 || code !== RATE_LIMITED) return undefined;
  const retryAfterMs = parseRetryAfterMs(headers["retry-after"]);
  return {
    ...facts,
    result: "throttled",
    note,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/**
 * Whether the last hop is Cloudflare's and nothing shows a program behind it. Both headers are also on
 * responses that the service made, so they are necessary and prove nothing.
 */
function isFromEdge({ headers, text }: DialectResponse): boolean {
  if (headers.server !== "cloudflare" || !/^[\w-]+$/.test(String(headers["cf-ray"] ?? ""))) return false;
  if (Object.keys(headers).some((name) => PROGRAM_HEADERS.test(name))) return false;
  if (headers["set-cookie"]?.some((cookie) => !/^_{0,2}cf/i.test(cookie))) return false;
  const body = parseJson(text);
  return body === undefined || (isObject(body) && body.cloudflare_error === true);
}

/** Headers of programs, such as one that copies its own provider's response. */
const PROGRAM_HEADERS =
  /^(via|x-powered-by|x-ratelimit-.*|x-request-id|x-runtime|x-aspnet.*|x-generator|x-served-by|x-cache.*|content-disposition)$/;

/** Refused; time-out; no route; no TLS; untrusted certificate: no request was written to the service. */
const UNREACHED_STATUSES: readonly number[] = [521, 522, 523, 525, 526];

/**
 * A 522 also means that a request that was written wasn't acknowledged in 90 s, and then it may have arrived. In
 * less time than this, only the connection can have failed: that takes 19 s at most.
 */
const CONNECT_TIMEOUT_MS = 60_000;

/** The service's name can't be resolved, and its tunnel isn't connected. */
const UNREACHED_CODES: readonly number[] = [1016, 1033];

function isUnreached({ status, tookMs }: DialectResponse, code: number | undefined): boolean {
  if (status === 530) return code !== undefined && UNREACHED_CODES.includes(code);
  return UNREACHED_STATUSES.includes(status) && (status !== 522 || tookMs < CONNECT_TIMEOUT_MS);
}

/** The address or the program is banned, or a firewall's rule denies the request. */
const BLOCK_CODES: readonly number[] = [1005, 1006, 1007, 1008, 1009, 1010, 1012, 1020];
const RATE_LIMITED = 1015;

/** A challenge for browsers, or a block: the network stops the request before it forwards it. */
function isBlocked(response: DialectResponse, code: number | undefined): boolean {
  const { status, headers } = response;
  if (headers["cf-mitigated"] === "challenge") return [403, 429, 503].includes(status);
  return status === 403 && code !== undefined && BLOCK_CODES.includes(code);
}

/** Whether the response has a cache status: one to a request that the network stopped has none. */
const wasForwarded = ({ headers }: DialectResponse) =>
  !/^(none|unknown|none\/unknown)?$/i.test(String(headers["cf-cache-status"] ?? ""));

/** The code of Cloudflare's error, in its JSON, its plain text or its page. */
function readErrorCode(text: string): number | undefined {
  const body = parseJson(text);
  if (isObject(body)) return typeof body.error_code === "number" ? body.error_code : undefined;
  const code = /\berror(?: code)?:?(?:\s|<[^<>]*>)*(1\d{3})\b/i.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}
