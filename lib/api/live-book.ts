import { requireBuyer } from "#lib/core/context";
import { balance } from "#lib/ledger/balance";
import { place } from "#lib/purchase/place/place";
import { findByRef, get } from "#lib/purchase/read/get";
import { programList } from "#lib/purchase/read/program-list";
import { whenSettled } from "#lib/purchase/read/watch";
import type { Book } from "./book.ts";

/** The token owner's own wallet and purchases. */
export const liveBook: Book = {
  buy: (ctx, order) => place(ctx, { ...order, channel: "api", again: true }),
  outcome: (ctx, { ident }, ms) => whenSettled(ctx, ident, ms),
  find: async (ctx, ref) => (await findByRef(ctx, requireBuyer(ctx).id, ref)) ?? get(ctx, { ident: ref }),
  list: programList,
  balance,
};
