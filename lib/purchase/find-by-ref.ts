import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { fromRow, type PurchaseRow, purchaseColumns } from "./columns.ts";
import type { PurchaseView } from "./view.ts";

/** A reseller's purchase by the ref they gave it, if there is one. */
export async function findByRef(
  ctx: Ctx,
  resellerId: number,
  ref: string,
): Promise<PurchaseView | undefined> {
  const [row] = await ctx.db.execute<PurchaseRow>(sql`
    select ${purchaseColumns(sql`p`)} from purchases p where p.reseller_id = ${resellerId} and p.ref = ${ref}`);
  return row && fromRow(row);
}
