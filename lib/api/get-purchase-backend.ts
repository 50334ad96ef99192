import { type Ctx, requireBuyer } from "#lib/core/context";
import { createKeyedMutex } from "#lib/core/lane/keyed-mutex";
import { getBalance } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { findPurchaseByRef, getPurchase } from "#lib/purchase/read/get-purchase";
import { listApiPurchases } from "#lib/purchase/read/list-api-purchases";
import { runUntilSettled } from "#lib/purchase/read/watch-purchases";
import type { PurchaseBackend } from "./purchase-backend.ts";
import { testBackend } from "./test-mode/test-backend.ts";

/** Returns the backend for the caller's purchases. */
export function getPurchaseBackend(ctx: Ctx): PurchaseBackend {
  return ctx.actor.kind === "token" && ctx.actor.test ? testBackend : liveBackend;
}

/** Purchases of one reseller wait for the wallet's row anyway: here they wait without a connection that others need. */
const purchaseMutex = createKeyedMutex<number>();

/** The token owner's own wallet and purchases. */
const liveBackend: PurchaseBackend = {
  buy: (ctx, order, ms) => {
    const placed = () => placePurchase(ctx, { ...order, channel: "api", again: true });
    return runUntilSettled(ctx, () => purchaseMutex(requireBuyer(ctx).id, placed), ms);
  },
  find: async (ctx, ref) =>
    (await findPurchaseByRef(ctx, requireBuyer(ctx).id, ref, "buyer")) ?? getPurchase(ctx, { ident: ref }),
  list: listApiPurchases,
  balance: getBalance,
};
