import { and, eq } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { cursorOrder, pageConditions, toPage } from "#lib/core/page";
import { p, purchaseColumns, purchaseView } from "./columns.ts";
import { filterConditions, numberBounds } from "./filter.ts";
import type { ListInput } from "./list.ts";
import type { AdminPurchaseView, Page } from "./view.ts";

const PAGE_SIZE = 50;

/** A page of all resellers' purchases, newest first. Admins only. */
export async function adminList(
  ctx: Ctx,
  input: ListInput,
  size = PAGE_SIZE,
): Promise<Page<AdminPurchaseView>> {
  requireAdmin(ctx);
  const conditions = [...filterConditions(input, true), ...numberBounds(input), ...pageConditions(input)];
  const rows = await ctx.db
    .select(adminColumns)
    .from(p)
    .innerJoin(accounts, eq(accounts.id, p.resellerId))
    .where(and(...conditions))
    .orderBy(cursorOrder(input))
    .limit(size + 1);
  return toPage(rows, input, size, adminView);
}

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
