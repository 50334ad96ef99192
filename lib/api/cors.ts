import { isOriginAllowed } from "#lib/account/token/token";
import type { Ctx } from "#lib/core/context";
import type { ApiResponse } from "./response.ts";

const EXPOSED_HEADERS =
  "X-Ref, X-Request-Id, X-Warning, Idempotency-Replayed, ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset";

/** Builds the headers that let a page of one of the token's origins read the response; none for others. */
export function buildCorsHeaders(origin: string | null, origins: readonly string[]): Record<string, string> {
  if (origin === null || !origins.includes(origin)) return {};
  return { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED_HEADERS };
}

/** The same for a call without a valid token: for the origins of any. */
export async function buildVisitorCorsHeaders(
  ctx: Ctx,
  origin: string | null,
): Promise<Record<string, string>> {
  if (origin === null || !(await isOriginAllowed(ctx, origin))) return {};
  return buildCorsHeaders(origin, [origin]);
}

/** Answers OPTIONS with the allowed methods, and the CORS headers for an allowed origin. */
export async function createPreflightResponse(
  ctx: Ctx,
  origin: string | null,
  methods: string[],
): Promise<ApiResponse> {
  const allow = methods.join(", ");
  const allowedOrigin = origin !== null && (await isOriginAllowed(ctx, origin));
  const cors = allowedOrigin && {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept, If-None-Match",
    "Access-Control-Max-Age": "600",
  };
  return { status: 204, body: undefined, headers: { Allow: allow, ...cors } };
}
