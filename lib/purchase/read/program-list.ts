import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { fromRow, type PurchaseRow, purchaseColumns } from "./columns.ts";
import { filterConditions, numberBounds } from "./filter.ts";
import type { Page, PurchaseView } from "./view.ts";

/** The filters of a program, in the interface's words: three states, and a page as long as it asks. */
export interface ProgramListInput {
  status?: "successful" | "pending" | "failed" | undefined;
  network?: number | undefined;
  plan?: number | undefined;
  /** A ref, an ident or a number. */
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

const STATES = {
  successful: ["successful"],
  pending: ["queued", "sending", "unconfirmed"],
  failed: ["failed", "reversed"],
};

/**
 * A page of the acting reseller's purchases, newest first.
 * @param source the table, or a query of the same columns.
 */
export async function programList(
  ctx: Ctx,
  input: ProgramListInput,
  source?: SQL,
): Promise<Page<PurchaseView>> {
  const buyer = requireBuyer(ctx);
  const { status, network, plan, search, from, to, limit = 50, cursor } = input;
  const page = { after: cursor === undefined ? undefined : Number(cursor), before: undefined };
  const filter = { network, plan, q: search, from, to, state: undefined, reseller: undefined };
  const conditions = [
    sql`p.reseller_id = ${buyer.id}`,
    ...(status ? [sql`p.state in ${STATES[status]}`] : []),
    ...filterConditions(filter, false),
    ...(source ? [] : numberBounds(filter)),
    ...pageConditions(page),
  ];
  const rows = await ctx.db.execute<PurchaseRow>(sql`
    select ${purchaseColumns(sql`p`)} from ${source ?? sql`purchases`} p ${where(conditions)} ${pageOrder(page, limit)}`);
  return toPage(rows, page, limit, fromRow);
}
