import { HTTP_STATUS } from "#lib/core/error";
import { problemOf, retryAfterOf } from "#lib/web/problem";
import { Refusal } from "./refusal.ts";
import type { Reply } from "./reply.ts";
import { TEXTS } from "./texts.ts";

/** Any error as the interface tells it (section 7); nothing private leaves. */
export function problemReply(error: unknown): Reply {
  if (error instanceof Refusal) {
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

/** Section 7.4: the same for every way of not being let in. */
export function unauthenticated(): Reply {
  return {
    status: 401,
    body: { message: TEXTS.unauthenticated },
    headers: { "WWW-Authenticate": "Bearer" },
  };
}
