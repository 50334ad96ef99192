import { PortalError } from "#lib/core/error";
import { watchOrders } from "#lib/shop/watch-orders";
import { currentVisit, sessionProbe } from "#lib/web/actor";
import { route } from "#lib/web/route";
import { takeSeat } from "../../../api/events/seats.ts";
import { eventStream } from "../../../api/events/stream.ts";

/** Tells the reseller of each new and changed order of their shop as it happens. */
export const GET = route(
  async (ctx, request: Request) => {
    const { session } = await currentVisit();
    const stillSignedIn = await sessionProbe(ctx);
    const leave = session && takeSeat(session.actor.sessionId);
    if (!leave)
      throw new PortalError("rate_limited", "Too many windows listen at once. Close some of them.", {
        facts: { retryAfter: 30 },
      });
    const body = eventStream({
      subscribe: (tell: (event: string) => void) => watchOrders(ctx, tell),
      stillSignedIn,
      left: request.signal,
      onEnd: leave,
    });
    return new Response(body, {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "private, no-store, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
  },
  { who: "reseller" },
);
