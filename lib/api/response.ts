import type { IncomingMessage, ServerResponse } from "node:http";
import { HTTP_STATUS } from "#lib/core/error";
import { getRetryAfter, toProblem } from "#lib/request/problem";
import type { CachedList } from "./cached-list.ts";
import { API_TEXTS } from "./texts.ts";

/** The response of an operation. */
export interface ApiResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  /** In place of a body: a serialised list with an ETag. */
  kept?: CachedList;
  /** Whether the connection is cut instead, for a test number. */
  isCut?: true | undefined;
}

export function okResponse(body: unknown, headers?: Record<string, string>): ApiResponse {
  return { status: 200, body, headers };
}

/** Sends a response. A cacheable one has an ETag, and is 304 for a request with the same one. */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  reply: ApiResponse,
  more: Record<string, string> = {},
): void {
  if (reply.isCut) return void response.destroy();
  const headers = { "Cache-Control": "no-store", Vary: "Authorization, Origin", ...reply.headers, ...more };
  if (reply.kept) Object.assign(headers, { ETag: reply.kept.tag, "Cache-Control": "private, no-cache" });
  if (reply.kept && matchesEtag(request.headers["if-none-match"], reply.kept.tag)) {
    response.writeHead(304, headers).end();
  } else if (reply.kept || reply.body !== undefined) {
    const bytes = reply.kept?.bytes ?? Buffer.from(JSON.stringify(reply.body));
    const about = { "Content-Type": "application/json", "Content-Length": bytes.length };
    response.writeHead(reply.status, { ...headers, ...about }).end(bytes);
  } else {
    response.writeHead(reply.status, headers).end();
  }
}

function matchesEtag(ifNoneMatch: string | undefined, tag: string): boolean {
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
