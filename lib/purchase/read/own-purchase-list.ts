import { and, type SQL, sql } from "drizzle-orm";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { defineList, type ListFilter } from "#lib/core/list/list";
import { labelCell, moneyCell, phoneCell, plainCell, textCell, timeCell } from "#lib/core/list/stream-csv";
import { p, purchaseColumns, toPurchaseView } from "./purchase-columns.ts";
import { buildPurchaseListConditions, ownPurchaseFilter } from "./purchase-filter.ts";

/** The acting reseller's purchases, newest first. */
export const ownPurchaseList = defineList({
  allow: requireBuyer,
  filter: ownPurchaseFilter,
  pageSize: 50,
  read: async (ctx, filter, slice) => {
    const rows = await ctx.db
      .select(purchaseColumns)
      .from(p)
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
      // A ref that the portal created means nothing to the buyer.
      cells: buildPurchaseCells({
        "your reference": textCell(sql`case when ${p.channel} = 'api' then ${p.ref} end`),
      }),
    }),
  },
});

async function buildOwnConditions(ctx: Ctx, filter: ListFilter<typeof ownPurchaseFilter>): Promise<SQL[]> {
  const { id } = requireBuyer(ctx);
  return [sql`p.reseller_id = ${id}`, ...(await buildPurchaseListConditions(ctx, filter, false))];
}

/** Builds the cells of a purchase file. @param ref the cell of the buyer's ref, under its head. */
export const buildPurchaseCells = <Ref extends Record<string, SQL>>(ref: Ref) => ({
  bought: timeCell(p.placedAt),
  reference: plainCell(p.ident),
  ...ref,
  state: labelCell(sql`coalesce(${p.ending}, ${p.state})`, STATE_LABELS),
  network: textCell(p.networkName),
  plan: textCell(sql`(${p.size} || ' ' || ${p.volume})`),
  type: textCell(p.typeName),
  lasts: textCell(p.validity),
  number: phoneCell(p.phone),
  price: moneyCell(p.price),
  ended: timeCell(p.settledAt),
  note: textCell(p.outcome),
});

const STATE_LABELS = {
  queued: "Processing",
  sending: "Processing",
  unconfirmed: "Unconfirmed",
  delivered: "Delivered",
  failed: "Failed, refunded",
  cancelled: "Cancelled, refunded",
  reversed: "Reversed",
};
