import { unstable_rethrow } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { HTTP_STATUS } from "#lib/core/error";
import { authoriseVisit, getCurrentCtx, getCurrentVisit, type RouteAudience } from "./actor.ts";
import { checkOrigin } from "./origin.ts";
import { getRetryAfter, toProblem } from "./problem.ts";
import { recordIfDenied } from "./record-denied-access.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Creates a route handler for the browser's cookie (exports, live events). Returns errors in the interface's
 * shape (interface: Validation error), `{ message, errors }`, unless `rejected` handles them.
 */
export function defineRoute<C>(
  handle: (ctx: Ctx, request: Request, context: C) => Promise<Response>,
  {
    audience,
    rejected = errorResponse,
  }: { audience: RouteAudience; rejected?: (error: unknown) => Response | Promise<Response> },
): (request: Request, context: C) => Promise<Response> {
  return async (request, context) => {
    try {
      if (!SAFE_METHODS.has(request.method)) checkOrigin(request.headers);
      const ctx = authoriseVisit(await getCurrentVisit(), audience);
      return await handle({ ...ctx, signal: request.signal }, request, context);
    } catch (error) {
      unstable_rethrow(error);
      await recordIfDenied(getCurrentCtx, error);
      return rejected(error);
    }
  };
}

/** Builds the JSON response of an error, with Retry-After where waiting helps. */
export function errorResponse(error: unknown): Response {
  const problem = toProblem(error);
  const { code, message, fields } = problem;
  const retryAfter = getRetryAfter(problem);
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return Response.json({ message, errors: fields }, { status: HTTP_STATUS[code], headers });
}

/** Leads the browser to another page. */
export function redirectTo(address: string): Response {
  return new Response(null, { status: 303, headers: { Location: address, "Cache-Control": "no-store" } });
}

/**
 * Builds the response of a private file, which proxies and browsers don't cache.
 * @param name the file name: letters, digits, dots and dashes.
 */
export function fileResponse(bytes: Uint8Array, type: string, name: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
