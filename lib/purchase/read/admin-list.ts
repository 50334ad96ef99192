import { and, eq, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { requireAdmin } from "#lib/core/context";
import { defineList } from "#lib/core/list";
import { money, plain, words } from "#lib/core/written";
import { p, purchaseColumns, purchaseView } from "./columns.ts";
import { listConditions, purchaseFilter } from "./filter.ts";
import { purchaseCells } from "./list.ts";
import type { AdminPurchaseView } from "./view.ts";

/** All resellers' purchases, newest first. Admins only. */
export const purchaseList = defineList({
  allow: requireAdmin,
  filter: purchaseFilter,
  key: p.ident,
  pageSize: 50,
  read: async (ctx, filter, slice) => {
    const rows = await ctx.db
      .select(adminColumns)
      .from(p)
      .innerJoin(accounts, eq(accounts.id, p.resellerId))
      .where(and(...(await listConditions(ctx, filter, true)), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, adminView);
  },
  file: {
    name: "all-purchases",
    written: async (ctx, filter) => ({
      from: sql`purchases p join accounts on accounts.id = p.reseller_id`,
      conditions: await listConditions(ctx, filter, true),
      cells: {
        ...purchaseCells({ "reseller's reference": words(p.ref) }),
        reseller: words(accounts.name),
        "e-mail": words(accounts.email),
        level: plain(p.level),
        cost: money(p.cost),
        margin: money(sql`(${p.price} - ${p.cost})`),
        "upstream id": words(p.upstreamId),
      },
    }),
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
