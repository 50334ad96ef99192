import { HTTP_STATUS } from "#lib/core/error";
import { problemOf } from "#lib/web/problem";
import { Refusal } from "./refusal.ts";
import type { Reply } from "./reply.ts";
import { TEXTS } from "./texts.ts";

/** Any error as the interface tells it (section 7); nothing private leaves. */
export function problemReply(error: unknown): Reply {
  if (error instanceof Refusal) {
    return { status: error.status, body: { message: error.message }, headers: error.headers };
  }
  const { code, message, fields, facts } = problemOf(error);
  const status = HTTP_STATUS[code];
  const headers =
    typeof facts.retryAfter === "number" ? { "Retry-After": String(facts.retryAfter) } : undefined;
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
