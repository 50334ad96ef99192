import { and, eq } from "drizzle-orm";
import { requireBuyer } from "#lib/core/context";
import { type Columns, defineList } from "#lib/core/list";
import { decimalText } from "#lib/core/money";
import { ownRef } from "../place/refs.ts";
import { p, purchaseColumns, purchaseView } from "./columns.ts";
import { filterConditions, numberBounds, ownPurchaseFilter } from "./filter.ts";
import type { PurchaseView } from "./view.ts";

/** The columns of a file of purchases. */
export const fileColumns = {
  bought: ({ placedAt }) => placedAt,
  reference: ({ ident }) => ident,
  "your reference": ownRef,
  state: stateWord,
  network: ({ networkName }) => networkName,
  plan: ({ size, volume }) => `${size} ${volume}`,
  type: ({ typeName }) => typeName,
  lasts: ({ validity }) => validity,
  number: ({ phone }) => phone,
  price: ({ price }) => decimalText(price),
  ended: ({ settledAt }) => settledAt,
  note: ({ outcome }) => outcome,
} satisfies Columns<PurchaseView>;

/** The acting reseller's purchases, newest first. */
export const ownPurchaseList = defineList({
  allow: requireBuyer,
  filter: ownPurchaseFilter,
  pageSize: 50,
  read: async (ctx, filter, slice) => {
    const conditions = [
      eq(p.resellerId, requireBuyer(ctx).id),
      ...filterConditions(filter, false),
      ...numberBounds(filter),
      ...slice.conditions,
    ];
    const rows = await ctx.db
      .select(purchaseColumns)
      .from(p)
      .where(and(...conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, purchaseView);
  },
  file: { name: "purchases", columns: fileColumns },
});

/** A purchase's state in people's words. */
function stateWord({ state, cancelled }: Pick<PurchaseView, "state" | "cancelled">): string {
  switch (state) {
    case "queued":
    case "sending":
      return "On its way";
    case "successful":
      return "Delivered";
    case "unconfirmed":
      return "Not confirmed yet";
    case "failed":
      return cancelled ? "Cancelled" : "Failed, money back";
    case "reversed":
      return "Reversed";
  }
}
