import type { Ctx } from "#lib/core/context";
import { watchWallet } from "#lib/ledger/wallet";
import { watchNotices } from "#lib/notice/read";
import { type PurchaseChange, watch, watchAll } from "#lib/purchase/read/watch";
import { route } from "#lib/web/route";
import { watchDeliveries } from "#lib/webhook/watch-deliveries";
import { answerEvents } from "./answer-events.ts";

export const dynamic = "force-dynamic";

/**
 * Tells of changed purchases, wallets and notices as it happens: a reseller of their own, an admin of all. With
 * `?also=webhooks` a reseller hears of each try of their messages too.
 */
export const GET = route(
  (ctx, request: Request) => {
    const also = ctx.actor.kind === "reseller" && new URL(request.url).searchParams.get("also");
    return answerEvents<PurchaseChange>(ctx, request, (tell) => subscribe(ctx, also === "webhooks", tell));
  },
  { who: "person" },
);

/** A change of money by hand, a notice and the try of a message name no purchase: they tell to look at everything again. */
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
    watchNotices(ctx, lookAgain),
    ...(webhooks ? [watchDeliveries(ctx, lookAgain)] : []),
  ]);
  return () => {
    for (const stop of stops) stop();
  };
}
