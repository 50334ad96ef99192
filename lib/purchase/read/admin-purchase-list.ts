import { and, eq, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { requireAdmin } from "#lib/core/context";
import { defineList } from "#lib/core/list/list";
import { moneyCell, plainCell, textCell } from "#lib/core/list/stream-csv";
import type { Minor } from "#lib/core/money/money";
import { buildPurchaseCells, purchaseColumns, purchaseRow, toPurchaseView } from "./purchase-columns.ts";
import { buildPurchaseListConditions, purchaseFilter } from "./purchase-filter.ts";
import type { AdminPurchaseView } from "./purchase-view.ts";

/** All resellers' purchases, newest first. Admins only. */
export const adminPurchaseList = defineList({
  allow: requireAdmin,
  filter: purchaseFilter,
  key: purchaseRow.ident,
  pageSize: 50,
  fromReplica: true,
  read: async (ctx, filter, slice) => {
    const rows = await ctx.db
      .select(adminPurchaseColumns)
      .from(purchaseRow)
      .innerJoin(accounts, eq(accounts.id, purchaseRow.resellerId))
      .where(and(...(await buildPurchaseListConditions(ctx, filter, "admin")), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, toAdminPurchaseView);
  },
  file: {
    name: "all-purchases",
    written: async (ctx, filter) => ({
      from: sql`purchases p join accounts on accounts.id = p.reseller_id`,
      conditions: await buildPurchaseListConditions(ctx, filter, "admin"),
      cells: {
        ...buildPurchaseCells({ "client reference": textCell(purchaseRow.ref) }),
        reseller: textCell(accounts.name),
        email: textCell(accounts.email),
        level: plainCell(purchaseRow.level),
        cost: moneyCell(sql`coalesce(${purchaseRow.charged}, ${purchaseRow.cost})`),
        margin: moneyCell(
          sql`(${purchaseRow.price} - coalesce(${purchaseRow.charged}, ${purchaseRow.cost}))`,
        ),
        "supplier's id": textCell(purchaseRow.upstreamId),
        supplier: textCell(sql`(select name from suppliers where suppliers.id = ${purchaseRow.supplierId})`),
      },
    }),
  },
});

export const adminPurchaseColumns = {
  ...purchaseColumns,
  reseller: { id: accounts.id, name: accounts.name, email: accounts.email },
  level: purchaseRow.level,
  advance: purchaseRow.advance,
  cost: purchaseRow.cost,
  charged: purchaseRow.charged,
  upstreamId: purchaseRow.upstreamId,
  supplierId: purchaseRow.supplierId,
  settledBy: purchaseRow.settledBy,
};

type AdminPurchaseRow = Parameters<typeof toPurchaseView>[0] &
  Pick<
    AdminPurchaseView,
    "reseller" | "level" | "advance" | "cost" | "upstreamId" | "supplierId" | "settledBy"
  > & {
    charged: Minor | null;
  };

export function toAdminPurchaseView({
  reseller,
  level,
  advance,
  cost: listed,
  charged,
  upstreamId,
  supplierId,
  settledBy,
  ...row
}: AdminPurchaseRow): AdminPurchaseView {
  const cost = charged ?? listed;
  const margin = row.price - cost;
  return {
    ...toPurchaseView(row),
    reseller,
    level,
    advance,
    cost,
    margin,
    upstreamId,
    supplierId,
    settledBy,
  };
}
