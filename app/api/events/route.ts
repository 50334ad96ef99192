import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { watchWallet } from "#lib/ledger/watch-wallet";
import { type PurchaseChange, watch, watchAll } from "#lib/purchase/read/watch";
import { currentVisit, sessionProbe } from "#lib/web/actor";
import { route } from "#lib/web/route";
import { watchDeliveries } from "#lib/webhook/watch-deliveries";
import { takeSeat } from "./seats.ts";
import { eventStream } from "./stream.ts";

export const dynamic = "force-dynamic";

/**
 * Tells of changed purchases and wallets as it happens: a reseller of their own, an admin of all. With
 * `?also=webhooks` a reseller hears of each try of their messages too.
 */
export const GET = route(
  async (ctx, request: Request) => {
    const { session } = await currentVisit();
    const stillSignedIn = await sessionProbe(ctx);
    const leave = session && takeSeat(session.actor.sessionId);
    if (!leave)
      throw new PortalError("rate_limited", "Too many windows listen at once. Close some of them.", {
        facts: { retryAfter: 30 },
      });
    const also = ctx.actor.kind === "reseller" && new URL(request.url).searchParams.get("also");
    const body = eventStream({
      subscribe: (tell) => subscribe(ctx, also === "webhooks", tell),
      stillSignedIn,
      left: request.signal,
      onEnd: leave,
    });
    return new Response(body, { headers: HEADERS });
  },
  { who: "person" },
);

/** A change of money by hand and the try of a message name no purchase: they tell to look at everything again. */
async function subscribe(
  ctx: Ctx,
  webhooks: boolean,
  tell: (change: PurchaseChange) => void,
): Promise<() => void> {
  const purchases = ctx.actor.kind === "admin" ? watchAll : watch;
  const lookAgain = () => tell({ ident: "", state: "" });
  const stops = await Promise.all([
    purchases(ctx, tell),
    watchWallet(ctx, lookAgain),
    ...(webhooks ? [watchDeliveries(ctx, lookAgain)] : []),
  ]);
  return () => {
    for (const stop of stops) stop();
  };
}

/** Nothing on the way may keep, pack or gather what is sent. */
const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};
