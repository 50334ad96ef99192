import type { Ctx } from "#lib/core/context";
import { watchWallet } from "#lib/ledger/wallet";
import { watchNotifications } from "#lib/notification/notification-list";
import {
  type PurchaseChange,
  watchAllPurchases,
  watchOwnPurchases,
} from "#lib/purchase/read/watch-purchases";
import { defineRoute } from "#lib/web/route";
import { watchDeliveries } from "#lib/webhook/watch-deliveries";
import { respondWithEvents } from "./respond-with-events.ts";

export const dynamic = "force-dynamic";

/**
 * Tells of changed purchases, wallets and notices as it happens: a reseller of their own, an admin of all. With
 * `?also=webhooks` a reseller hears of each try of their messages too; with `?since=` an instant, of what happened since.
 */
export const GET = defineRoute(
  (ctx, request: Request) => {
    const query = new URL(request.url).searchParams;
    const webhooks = ctx.actor.kind === "reseller" && query.get("also") === "webhooks";
    const since = query.has("since") ? Number(query.get("since")) : undefined;
    return respondWithEvents<PurchaseChange>(ctx, request, (send) =>
      subscribe(ctx, { webhooks, since }, send),
    );
  },
  { who: "person" },
);

/** Manual adjustments, notifications and webhook deliveries concern no purchase: they send a change that reloads everything. */
async function subscribe(
  ctx: Ctx,
  { webhooks, since }: { webhooks: boolean; since: number | undefined },
  send: (change: PurchaseChange) => void,
): Promise<() => void> {
  const purchases = ctx.actor.kind === "admin" ? watchAllPurchases : watchOwnPurchases;
  const sendReload = () => send({ ident: "", state: "" });
  const stops = await Promise.all([
    purchases(ctx, send, since),
    watchWallet(ctx, sendReload, since),
    watchNotifications(ctx, sendReload, since),
    ...(webhooks ? [watchDeliveries(ctx, sendReload, since)] : []),
  ]);
  return () => {
    for (const stop of stops) stop();
  };
}
