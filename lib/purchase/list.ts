import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { Cursor, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { fromRow, type PurchaseRow, purchaseColumns } from "./columns.ts";
import { filterConditions, numberBounds, PurchaseFilter } from "./filter.ts";
import type { Page, PurchaseView } from "./view.ts";

export const ListInput = PurchaseFilter.extend(Cursor.shape);
export type ListInput = z.infer<typeof ListInput>;

const PAGE_SIZE = 50;

/** A page of the acting reseller's purchases, newest first. */
export async function list(ctx: Ctx, input: ListInput, size = PAGE_SIZE): Promise<Page<PurchaseView>> {
  const buyer = requireBuyer(ctx);
  const conditions = [
    sql`p.reseller_id = ${buyer.id}`,
    ...filterConditions(input, false),
    ...numberBounds(input),
    ...pageConditions(input),
  ];
  const rows = await ctx.db.execute<PurchaseRow & { id: string }>(sql`
    select p.id, ${purchaseColumns(sql`p`)} from purchases p ${where(conditions)} ${pageOrder(input, size)}`);
  return toPage(rows, input, size, fromRow);
}
