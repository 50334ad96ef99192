import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { watchWallet } from "#lib/ledger/wallet";
import { modules } from "#lib/modules";
import { watchNotifications } from "#lib/notification/notification-list";
import { findOwnPurchase } from "#lib/purchase/read/get-purchase";
import {
  type PurchaseChange,
  watchAllPurchases,
  watchOwnPurchases,
} from "#lib/purchase/read/watch-purchases";
import { defineRoute } from "#lib/request/route";
import { respondWithEvents } from "./respond-with-events.ts";

export const dynamic = "force-dynamic";

/**
 * Tells of changed purchases, wallets and notifications as it happens: a reseller of their own, a helper of
 * those that they sold, an admin of all. With `?also=` a reseller hears of the changes that a module declares
 * under this name too; with `?since=` an instant, of what happened since.
 */
export const GET = defineRoute(
  (ctx, request: Request) => {
    const query = new URL(request.url).searchParams;
    const also = ctx.actor.kind === "reseller" ? query.get("also") : null;
    const since = query.has("since") ? Number(query.get("since")) : undefined;
    return respondWithEvents<PurchaseChange>(ctx, request, (send) => subscribe(ctx, { also, since }, send));
  },
  { audience: "person" },
);

/**
 * Manual adjustments, notifications and webhook deliveries concern no purchase:
 * they send a change that reloads everything.
 */
async function subscribe(
  ctx: Ctx,
  { also, since }: { also: string | null; since: number | undefined },
  send: (change: PurchaseChange) => void,
): Promise<() => void> {
  if (ctx.actor.kind === "helper") return watchOwnPurchases(ctx, filterOwnPurchases(ctx, send), since);
  const purchases = ctx.actor.kind === "admin" ? watchAllPurchases : watchOwnPurchases;
  const sendReload = () => send({ ident: "", state: "" });
  const watches = modules.flatMap(({ changes = {} }) =>
    also !== null && Object.hasOwn(changes, also) ? (changes[also] ?? []) : [],
  );
  const stops = await Promise.all([
    purchases(ctx, send, since),
    watchWallet(ctx, sendReload, since),
    watchNotifications(ctx, sendReload, since),
    ...watches.map((watch) => watch(ctx, sendReload, since)),
  ]);
  return () => {
    for (const stop of stops) stop();
  };
}

/** Passes on what the acting helper may read: others' purchases aren't found. */
const filterOwnPurchases =
  (ctx: Ctx, send: (change: PurchaseChange) => void) =>
  (change: PurchaseChange): void => {
    if (change.ident === "") send(change);
    else
      findOwnPurchase(ctx, change.ident).then(
        () => send(change),
        (error: unknown) => {
          if (!(error instanceof PortalError)) send({ ident: "", state: "" });
        },
      );
  };
