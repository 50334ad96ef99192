import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { createSessionProbe, getCurrentVisit } from "#lib/request/actor";
import { createEventStream, reserveStream } from "./event-stream.ts";

/**
 * Answers with the events that `subscribe` tells of, for as long as the reader listens and stays signed in.
 * @param subscribe begins to listen; it returns how to stop.
 * @throws PortalError rate_limited when too many tabs of the session or the account receive events already.
 */
export async function respondWithEvents<T>(
  ctx: Ctx,
  request: Request,
  subscribe: (tell: (event: T) => void) => Promise<() => void>,
): Promise<Response> {
  const { session } = await getCurrentVisit();
  const stillSignedIn = await createSessionProbe(ctx);
  const leave = session && reserveStream(session.actor);
  if (!leave)
    throw new PortalError("rate_limited", "This page is open in too many tabs. Close some, then reload.", {
      facts: { retryAfter: 30 },
    });
  const body = createEventStream({ subscribe, stillSignedIn, left: request.signal, onEnd: leave });
  return new Response(body, { headers: HEADERS });
}

/** Proxies must not cache, compress or buffer the stream. */
const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};
