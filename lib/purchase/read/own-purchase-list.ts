import { and, type SQL, sql } from "drizzle-orm";
import { type Ctx, isCostHidden, requireBuyer } from "#lib/core/context";
import { defineList, type ListFilter } from "#lib/core/list/list";
import {
  buildHelperPurchaseCells,
  buildOwnPurchaseCells,
  isOwnPurchase,
  ownPurchaseColumns,
  purchaseRow,
  toPurchaseView,
} from "./purchase-columns.ts";
import { buildPurchaseListConditions, ownPurchaseFilter } from "./purchase-filter.ts";

/** The acting reseller's purchases, or those that the acting helper sold, newest first. */
export const ownPurchaseList = defineList({
  allow: (ctx) => requireBuyer(ctx, "sell"),
  filter: ownPurchaseFilter,
  pageSize: 50,
  fromReplica: true,
  read: async (ctx, filter, slice) => {
    const rows = await ctx.db
      .select(ownPurchaseColumns)
      .from(purchaseRow)
      .where(and(...(await buildOwnConditions(ctx, filter)), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, toPurchaseView);
  },
  file: {
    name: "purchases",
    written: async (ctx, filter) => ({
      from: sql`purchases p`,
      conditions: await buildOwnConditions(ctx, filter),
      cells: isCostHidden(ctx) ? buildHelperPurchaseCells() : buildOwnPurchaseCells(),
    }),
  },
});

async function buildOwnConditions(ctx: Ctx, filter: ListFilter<typeof ownPurchaseFilter>): Promise<SQL[]> {
  const buyer = requireBuyer(ctx, "sell");
  return [
    isOwnPurchase(buyer),
    ...(await buildPurchaseListConditions(ctx, filter, {
      resellerId: buyer.id,
      isCostHidden: isCostHidden(ctx),
    })),
  ];
}
