import { and, eq, type Subquery, sql } from "drizzle-orm";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { cursorOrder, pageConditions, toPage } from "#lib/core/list/page";
import { isRefunded, isUnsettled } from "#lib/core/purchase-state";
import { purchaseColumns, purchaseRow, toPurchaseView } from "./purchase-columns.ts";
import { buildPurchaseConditions, buildPurchaseListConditions } from "./purchase-filter.ts";
import type { Page, PurchaseView } from "./purchase-view.ts";

/** The filters of the API: three states, and a page length. */
export interface ListApiPurchasesInput {
  status?: "successful" | "pending" | "failed" | undefined;
  network?: number | undefined;
  plan?: number | undefined;
  /** A ref, an ident or a phone number. */
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Written like the conditions of the indexes of open and failed purchases. */
const STATUS_CONDITIONS = {
  successful: sql`p.state = 'successful'`,
  pending: isUnsettled(sql`p.state`),
  failed: isRefunded(sql`p.state`),
};

/**
 * Returns a page of the acting reseller's purchases, newest first.
 * @param source a query of the same columns to read instead, with the name `p`.
 */
export async function listApiPurchases(
  ctx: Ctx,
  input: ListApiPurchasesInput,
  source?: Subquery<"p">,
): Promise<Page<PurchaseView>> {
  const buyer = requireBuyer(ctx);
  const { status, network, plan, search, from, to, limit = 50, cursor } = input;
  const page = { after: cursor === undefined ? undefined : Number(cursor), before: undefined };
  const filter = { network, plan, q: search, from, to, state: undefined, reseller: undefined };
  const conditions = [
    eq(purchaseRow.resellerId, buyer.id),
    ...(status ? [STATUS_CONDITIONS[status]] : []),
    ...(source
      ? buildPurchaseConditions(filter, "api")
      : await buildPurchaseListConditions(ctx, filter, "api")),
    ...pageConditions(page),
  ];
  const rows = await ctx.db
    .select(purchaseColumns)
    .from(source ?? purchaseRow)
    .where(and(...conditions))
    .orderBy(cursorOrder(page))
    .limit(limit + 1);
  return toPage(rows, page, limit, toPurchaseView);
}
