import { and, eq } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { requireAdmin } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { decimalText } from "#lib/core/money";
import { p, purchaseColumns, purchaseView } from "./columns.ts";
import { filterConditions, numberBounds, purchaseFilter } from "./filter.ts";
import { fileColumns } from "./list.ts";
import type { AdminPurchaseView } from "./view.ts";

/** All resellers' purchases, newest first. Admins only. */
export const purchaseList = defineList({
  allow: requireAdmin,
  filter: purchaseFilter,
  pageSize: 50,
  read: async (ctx, filter, slice) => {
    const conditions = [...filterConditions(filter, true), ...numberBounds(filter), ...slice.conditions];
    const rows = await ctx.db
      .select(adminColumns)
      .from(p)
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(and(...conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, adminView);
  },
  file: {
    name: "all-purchases",
    columns: {
      ...fileColumns,
      "your reference": ({ ref }) => ref,
      reseller: ({ reseller }) => reseller.name,
      "e-mail": ({ reseller }) => reseller.email,
      level: ({ level }) => level,
      cost: ({ cost }) => decimalText(cost),
      margin: ({ margin }) => decimalText(margin),
      "upstream id": ({ upstreamId }) => upstreamId,
    },
  },
});

/** What an admin's view of a purchase is made of, with the account of its buyer. */
export const adminColumns = {
  ...purchaseColumns,
  reseller: { id: accounts.id, name: accounts.name, email: accounts.email },
  level: p.level,
  cost: p.cost,
  upstreamId: p.upstreamId,
  settledBy: p.settledBy,
};

type AdminRow = Parameters<typeof purchaseView>[0] &
  Pick<AdminPurchaseView, "reseller" | "level" | "cost" | "upstreamId" | "settledBy">;

export function adminView({
  reseller,
  level,
  cost,
  upstreamId,
  settledBy,
  ...row
}: AdminRow): AdminPurchaseView {
  const margin = row.price - cost;
  return { ...purchaseView(row), reseller, level, cost, margin, upstreamId, settledBy };
}
