import { unstable_rethrow } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { HTTP_STATUS } from "#lib/core/error";
import { authorize, currentCtx, currentVisit, type Who } from "./actor.ts";
import { checkOrigin } from "./origin.ts";
import { problemOf, retryAfterOf } from "./problem.ts";
import { recordRefused } from "./record-refusal.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A route handler that is called with the browser's cookie (exports, live events). Errors are answered in
 * the interface's shape (section 7.1): `{ message, errors }`, unless they are `refused` otherwise.
 */
export function route<C>(
  handle: (ctx: Ctx, request: Request, context: C) => Promise<Response>,
  { who, refused = errorResponse }: { who: Who; refused?: (error: unknown) => Response | Promise<Response> },
): (request: Request, context: C) => Promise<Response> {
  return async (request, context) => {
    try {
      if (!SAFE.has(request.method)) checkOrigin(request.headers);
      return await handle(authorize(await currentVisit(), who), request, context);
    } catch (error) {
      unstable_rethrow(error);
      await recordRefused(currentCtx, error);
      return refused(error);
    }
  };
}

/** An error as a JSON answer, with Retry-After where waiting helps. */
export function errorResponse(error: unknown): Response {
  const problem = problemOf(error);
  const { code, message, fields } = problem;
  const retryAfter = retryAfterOf(problem);
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter));
  return Response.json({ message, errors: fields }, { status: HTTP_STATUS[code], headers });
}
