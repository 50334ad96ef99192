import type { IncomingMessage, ServerResponse } from "node:http";
import { HTTP_STATUS } from "#lib/core/error";
import { problemOf, retryAfterOf } from "#lib/web/problem";
import type { Kept } from "./kept-list.ts";
import { TEXTS } from "./texts.ts";

/** What an operation answers. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  /** In place of a body: what is sent as it is, with an ETag, so that callers can ask whether it changed. */
  kept?: Kept;
}

export function ok(body: unknown, headers?: Record<string, string>): Reply {
  return { status: 200, body, headers };
}

/** Answers with a reply. A cacheable one carries an ETag, and is 304 to callers who sent the same one. */
export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  more: Record<string, string> = {},
): void {
  const headers = { "Cache-Control": "no-store", Vary: "Authorization, Origin", ...reply.headers, ...more };
  if (reply.kept) Object.assign(headers, { ETag: reply.kept.tag, "Cache-Control": "private, no-cache" });
  if (reply.kept && matches(request.headers["if-none-match"], reply.kept.tag)) {
    response.writeHead(304, headers).end();
  } else if (reply.kept || reply.body !== undefined) {
    const bytes = reply.kept?.bytes ?? Buffer.from(JSON.stringify(reply.body));
    const about = { "Content-Type": "application/json", "Content-Length": bytes.length };
    response.writeHead(reply.status, { ...headers, ...about }).end(bytes);
  } else {
    response.writeHead(reply.status, headers).end();
  }
}

function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  const bare = (one: string) => one.trim().replace(/^W\//, "");
  const tags = ifNoneMatch?.split(",").map(bare) ?? [];
  return tags.includes(bare(tag)) || tags.includes("*");
}

/** A request that is refused for its HTTP alone (body too large, not JSON), before any verb runs. */
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

/** Any error as the interface tells it (section 7); nothing private leaves. */
export function problemReply(error: unknown): Reply {
  if (error instanceof HttpError) {
    return { status: error.status, body: { message: error.message }, headers: error.headers };
  }
  const problem = problemOf(error);
  const { code, message, fields } = problem;
  const status = HTTP_STATUS[code];
  const retryAfter = retryAfterOf(problem);
  const headers = retryAfter === undefined ? undefined : { "Retry-After": String(retryAfter) };
  if (status === 401) return unauthenticated();
  if (status !== 422) return { status, body: { message }, headers };
  const errors = Object.keys(fields).length > 0 ? fields : { status: [message] };
  return { status, body: { message: TEXTS.invalid, errors }, headers };
}

/** Section 7.4: the same answer whatever is wrong with the token. */
export function unauthenticated(): Reply {
  return {
    status: 401,
    body: { message: TEXTS.unauthenticated },
    headers: { "WWW-Authenticate": "Bearer" },
  };
}
