import { HTTP_STATUS } from "#lib/core/error";
import { getRetryAfter, toProblem } from "#lib/request/problem";
import type { CachedList } from "./cached-list.ts";
import type { ApiRequest } from "./request-headers.ts";
import { API_TEXTS } from "./texts.ts";

export interface ApiResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  /** In place of a body: a serialised list with an ETag. */
  kept?: CachedList;
  /** Whether the connection is cut instead, for a test number. */
  isCut?: true | undefined;
  /** The hint that an older purchase was returned, and nothing was bought. */
  lateReplay?: string | undefined;
}

export function okResponse(body: unknown, headers?: Record<string, string>): ApiResponse {
  return { status: 200, body, headers };
}

export interface SentResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | null;
  /** Whether the connection is cut instead. */
  isCut: true | undefined;
}

/** Completes a response. A cacheable one has an ETag, and is 304 for a request with the same one. */
export function completeResponse(
  request: ApiRequest,
  { status, body, headers: own, kept, isCut }: ApiResponse,
  more: Record<string, string> = {},
): SentResponse {
  const headers = { "Cache-Control": "no-store", Vary: "Authorization, Origin", ...own, ...more };
  if (kept) Object.assign(headers, { ETag: kept.tag, "Cache-Control": "private, no-cache" });
  if (kept && matchesEtag(request.headers.get("if-none-match"), kept.tag))
    return { status: 304, headers, body: null, isCut };
  if (!kept && body === undefined) return { status, headers, body: null, isCut };
  Object.assign(headers, { "Content-Type": "application/json" });
  return { status, headers, body: kept?.bytes ?? Buffer.from(JSON.stringify(body)), isCut };
}

/** Makes the framework's response. A body that fails before its first byte makes it cut the connection. */
export function toResponse({ isCut, body, ...sent }: SentResponse): Response {
  if (!isCut) return new Response(body, sent);
  const error = new DOMException("The connection is cut.", "AbortError");
  return new Response(new ReadableStream({ start: (stream) => stream.error(error) }));
}

function matchesEtag(ifNoneMatch: string | null, tag: string): boolean {
  const bare = (value: string) => value.trim().replace(/^W\//, "");
  const tags = ifNoneMatch?.split(",").map(bare) ?? [];
  return tags.includes(bare(tag)) || tags.includes("*");
}

/** An error of HTTP alone (body too large, not JSON), before any operation runs. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.headers = headers;
  }
}

/** Responds to any error (interface: Errors), without internal details. */
export function problemResponse(error: unknown): ApiResponse {
  if (error instanceof HttpError) {
    return { status: error.status, body: { message: error.message }, headers: error.headers };
  }
  const problem = toProblem(error);
  const { code, message, fields } = problem;
  const status = HTTP_STATUS[code];
  const retryAfter = getRetryAfter(problem);
  const headers = retryAfter === undefined ? undefined : { "Retry-After": String(retryAfter) };
  if (status === 401) return unauthenticatedResponse();
  if (status !== 422) return { status, body: { message }, headers };
  const errors = Object.keys(fields).length > 0 ? fields : { status: [message] };
  return { status, body: { message: API_TEXTS.invalid, errors }, headers };
}

/** The same response for every fault of the token (interface: Unauthorized). */
export function unauthenticatedResponse(): ApiResponse {
  return {
    status: 401,
    body: { message: API_TEXTS.unauthenticated },
    headers: { "WWW-Authenticate": "Bearer" },
  };
}
