import { type Ctx, requireBuyer } from "#lib/core/context";
import { inTurn } from "#lib/core/in-turn";
import { balance } from "#lib/ledger/wallet";
import { place } from "#lib/purchase/place/place";
import { findByRef, get } from "#lib/purchase/read/get";
import { programList } from "#lib/purchase/read/program-list";
import { untilSettled } from "#lib/purchase/read/watch";
import type { PurchaseBackend } from "./purchase-backend.ts";
import { testBackend } from "./test-mode/test-backend.ts";

/** Where the purchases of whoever calls are kept. */
export function backendOf(ctx: Ctx): PurchaseBackend {
  return ctx.actor.kind === "token" && ctx.actor.test ? testBackend : liveBackend;
}

/** Placings of one reseller wait for the wallet's row anyway: here they do without a line that others need. */
const placing = inTurn<number>();

/** The token owner's own wallet and purchases. */
const liveBackend: PurchaseBackend = {
  buy: (ctx, order, ms) => {
    const placed = () => place(ctx, { ...order, channel: "api", again: true });
    return untilSettled(ctx, () => placing(requireBuyer(ctx).id, placed), ms);
  },
  find: async (ctx, ref) =>
    (await findByRef(ctx, requireBuyer(ctx).id, ref, "buyer")) ?? get(ctx, { ident: ref }),
  list: programList,
  balance,
};
