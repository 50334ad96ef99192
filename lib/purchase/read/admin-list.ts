import { type SQL, sql } from "drizzle-orm";
import { type Ctx, type Level, requireAdmin } from "#lib/core/context";
import { pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { fromRow, type PurchaseRow, purchaseColumns } from "./columns.ts";
import { filterConditions, numberBounds } from "./filter.ts";
import type { ListInput } from "./list.ts";
import type { AdminPurchaseView, Page } from "./view.ts";

/** A purchase with its buyer and the operator's side of it, as a raw statement returns it. */
export type AdminRow = PurchaseRow & {
  id: string;
  reseller_id: string;
  reseller_name: string;
  reseller_email: string;
  level: Level;
  cost: string;
  upstream_id: string | null;
  settled_by: string | null;
};

export const adminColumns: SQL = sql`p.id, ${purchaseColumns(sql`p`)}, p.reseller_id, p.level, p.cost, p.upstream_id, p.settled_by,
  a.name as reseller_name, a.email as reseller_email`;

const PAGE_SIZE = 50;

/** A page of all resellers' purchases, newest first. Admins only. */
export async function adminList(
  ctx: Ctx,
  input: ListInput,
  size = PAGE_SIZE,
): Promise<Page<AdminPurchaseView>> {
  requireAdmin(ctx);
  const conditions = [...filterConditions(input, true), ...numberBounds(input), ...pageConditions(input)];
  const rows = await ctx.db.execute<AdminRow>(sql`
    select ${adminColumns} from purchases p join accounts a on a.id = p.reseller_id
    ${where(conditions)} ${pageOrder(input, size)}`);
  return toPage(rows, input, size, fromAdminRow);
}

export function fromAdminRow(row: AdminRow): AdminPurchaseView {
  const purchase = fromRow(row);
  const cost = BigInt(row.cost);
  return {
    ...purchase,
    reseller: { id: Number(row.reseller_id), name: row.reseller_name, email: row.reseller_email },
    level: row.level,
    cost,
    margin: purchase.price - cost,
    upstreamId: row.upstream_id,
    settledBy: row.settled_by,
  };
}
