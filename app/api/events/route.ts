import { PortalError } from "#lib/core/error";
import { watch, watchAll } from "#lib/purchase/watch";
import { currentVisit } from "#lib/web/actor";
import { route } from "#lib/web/route";
import { sessionProbe } from "#lib/web/session-probe";
import { takeSeat } from "./seats.ts";
import { eventStream } from "./stream.ts";

export const dynamic = "force-dynamic";

/** Tells of changed purchases as they happen: a reseller of their own, an admin of all. */
export const GET = route(
  async (ctx, request: Request) => {
    const { session } = await currentVisit();
    const stillSignedIn = await sessionProbe(ctx);
    const leave = session && takeSeat(session.actor.sessionId);
    if (!leave)
      throw new PortalError("rate_limited", "Too many windows listen at once. Close some of them.", {
        facts: { retryAfter: 30 },
      });
    const subscribe = ctx.actor.kind === "admin" ? watchAll : watch;
    const body = eventStream({
      subscribe: (tell) => subscribe(ctx, tell),
      stillSignedIn,
      left: request.signal,
      onEnd: leave,
    });
    return new Response(body, { headers: HEADERS });
  },
  { who: "person" },
);

/** Nothing on the way may keep, pack or gather what is sent. */
const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};
