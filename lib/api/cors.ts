import { originKnown } from "#lib/account/token/token";
import type { Ctx } from "#lib/core/context";
import type { Reply } from "./reply.ts";

const EXPOSED =
  "X-Ref, X-Request-Id, Idempotency-Replayed, ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset";

/** The headers by which a page of one of the token's own origins may read the answer; none for others. */
export function corsHeaders(origin: string | null, origins: readonly string[]): Record<string, string> {
  if (origin === null || !origins.includes(origin)) return {};
  return { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED };
}

/** OPTIONS: what can be done here; to a browser that asks for a page of a known origin, that it may. */
export async function preflight(ctx: Ctx, origin: string | null, methods: string[]): Promise<Reply> {
  const allow = methods.join(", ");
  const known = origin !== null && (await originKnown(ctx, origin));
  const cors = known && {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept, If-None-Match",
    "Access-Control-Max-Age": "600",
  };
  return { status: 204, body: undefined, headers: { Allow: allow, ...cors } };
}
