import { type Ctx, requireBuyer } from "#lib/core/context";
import { getBalance } from "#lib/ledger/wallet";
import { findPlacement, placePurchase } from "#lib/purchase/place/place-purchase";
import { findPurchaseByRef, getPurchase } from "#lib/purchase/read/get-purchase";
import { listApiPurchases } from "#lib/purchase/read/list-api-purchases";
import { runUntilSettled } from "#lib/purchase/read/watch-purchases";
import type { PurchaseBackend } from "./purchase-backend.ts";
import { testBackend } from "./test-mode/test-backend.ts";

export function getPurchaseBackend(ctx: Ctx): PurchaseBackend {
  return ctx.actor.kind === "token" && ctx.actor.test ? testBackend : liveBackend;
}

/** The token owner's own wallet and purchases. */
const liveBackend: PurchaseBackend = {
  buy: (ctx, { isRepeat, ...order }, ms) => {
    const input = { ...order, channel: "api" as const, again: true };
    // The purchase of an earlier call is known without waiting for the wallet.
    const placed = async () => (isRepeat && (await findPlacement(ctx, input))) || placePurchase(ctx, input);
    return runUntilSettled(ctx, placed, ms);
  },
  find: async (ctx, ref) =>
    (await findPurchaseByRef(ctx, requireBuyer(ctx).id, ref, "buyer")) ?? getPurchase(ctx, { ident: ref }),
  list: listApiPurchases,
  balance: getBalance,
};
