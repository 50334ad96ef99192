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
 * `?also=webhooks` a reseller hears of each try of their messages too; with `?since=` an instant, of what happened since.
 */
export const GET = route(
  (ctx, request: Request) => {
    const asked = new URL(request.url).searchParams;
    const webhooks = ctx.actor.kind === "reseller" && asked.get("also") === "webhooks";
    const since = asked.has("since") ? Number(asked.get("since")) : undefined;
    return answerEvents<PurchaseChange>(ctx, request, (tell) => subscribe(ctx, { webhooks, since }, tell));
  },
  { who: "person" },
);

/** A change of money by hand, a notice and the try of a message name no purchase: they tell to look at everything again. */
async function subscribe(
  ctx: Ctx,
  { webhooks, since }: { webhooks: boolean; since: number | undefined },
  tell: (change: PurchaseChange) => void,
): Promise<() => void> {
  const purchases = ctx.actor.kind === "admin" ? watchAll : watch;
  const lookAgain = () => tell({ ident: "", state: "" });
  const stops = await Promise.all([
    purchases(ctx, tell, since),
    watchWallet(ctx, lookAgain, since),
    watchNotices(ctx, lookAgain, since),
    ...(webhooks ? [watchDeliveries(ctx, lookAgain, since)] : []),
  ]);
  return () => {
    for (const stop of stops) stop();
  };
}
