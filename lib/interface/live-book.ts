import { requireBuyer } from "#lib/core/context";
import { balance } from "#lib/ledger/balance";
import { findByRef } from "#lib/purchase/find-by-ref";
import { get } from "#lib/purchase/get";
import { place } from "#lib/purchase/place";
import { programList } from "#lib/purchase/program-list";
import { whenSettled } from "#lib/purchase/watch";
import type { Book } from "./book.ts";

/** The token owner's own wallet and purchases. */
export const liveBook: Book = {
  buy: (ctx, order) => place(ctx, { ...order, channel: "api", again: true }),
  outcome: (ctx, { ident }, ms) => whenSettled(ctx, ident, ms),
  find: async (ctx, ref) => (await findByRef(ctx, requireBuyer(ctx).id, ref)) ?? get(ctx, { ident: ref }),
  list: programList,
  balance,
};
