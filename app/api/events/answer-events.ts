import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { currentVisit, sessionProbe } from "#lib/web/actor";
import { eventStream, takeSeat } from "./stream.ts";

/**
 * Answers with the events that `subscribe` tells of, for as long as the reader listens and stays signed in.
 * @param subscribe begins to listen; it returns how to stop.
 * @throws PortalError rate_limited when too many windows of the session listen already.
 */
export async function answerEvents<T>(
  ctx: Ctx,
  request: Request,
  subscribe: (tell: (event: T) => void) => Promise<() => void>,
): Promise<Response> {
  const { session } = await currentVisit();
  const stillSignedIn = await sessionProbe(ctx);
  const leave = session && takeSeat(session.actor.sessionId);
  if (!leave)
    throw new PortalError("rate_limited", "Too many windows listen at once. Close some of them.", {
      facts: { retryAfter: 30 },
    });
  const body = eventStream({ subscribe, stillSignedIn, left: request.signal, onEnd: leave });
  return new Response(body, { headers: HEADERS });
}

/** Proxies may neither keep, compress nor buffer what is sent. */
const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};
