import { createHash } from "node:crypto";
import { HTTP_STATUS } from "#lib/core/error";
import { problemOf, retryAfterOf } from "#lib/web/problem";
import { TEXTS } from "./texts.ts";

/** What an operation answers; `respond` makes a `Response` of it. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string> | undefined;
  /** Whether it carries an ETag, so that callers can ask whether it changed. */
  cacheable?: boolean;
}

export function ok(body: unknown, headers?: Record<string, string>): Reply {
  return { status: 200, body, headers };
}

/** A reply as an HTTP response. A cacheable one carries an ETag, and is 304 to callers who sent the same one. */
export function respond(request: Request, reply: Reply, more: Record<string, string> = {}): Response {
  const headers = new Headers({ "Cache-Control": "no-store", Vary: "Authorization, Origin" });
  for (const [name, value] of Object.entries({ ...reply.headers, ...more })) headers.set(name, value);
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });

  const text = JSON.stringify(reply.body);
  headers.set("Content-Type", "application/json");
  if (reply.cacheable) {
    const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
    headers.set("ETag", tag);
    headers.set("Cache-Control", "private, no-cache");
    if (matches(request.headers.get("if-none-match"), tag)) {
      headers.delete("Content-Type");
      return new Response(null, { status: 304, headers });
    }
  }
  headers.set("Content-Length", String(Buffer.byteLength(text)));
  return new Response(request.method === "HEAD" ? null : text, { status: reply.status, headers });
}

function matches(ifNoneMatch: string | null, tag: string): boolean {
  const tags = ifNoneMatch?.split(",").map((one) => one.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(tag) || tags.includes("*");
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
