import { and, eq, type Subquery, sql } from "drizzle-orm";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { cursorOrder, pageConditions, toPage } from "#lib/core/page";
import { p, purchaseColumns, purchaseView } from "./columns.ts";
import { filterConditions, listConditions } from "./filter.ts";
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

/** As the indexes of open and failed ones have it. */
const STATES = {
  successful: sql`p.state = 'successful'`,
  pending: sql`p.state in ('queued', 'sending', 'unconfirmed')`,
  failed: sql`p.state in ('failed', 'reversed')`,
};

/**
 * A page of the acting reseller's purchases, newest first.
 * @param source a query of the same columns to read instead, with the name `p`.
 */
export async function programList(
  ctx: Ctx,
  input: ProgramListInput,
  source?: Subquery<"p">,
): Promise<Page<PurchaseView>> {
  const buyer = requireBuyer(ctx);
  const { status, network, plan, search, from, to, limit = 50, cursor } = input;
  const page = { after: cursor === undefined ? undefined : Number(cursor), before: undefined };
  const filter = { network, plan, q: search, from, to, state: undefined, reseller: undefined };
  const conditions = [
    eq(p.resellerId, buyer.id),
    ...(status ? [STATES[status]] : []),
    ...(source ? filterConditions(filter, false) : await listConditions(ctx, filter, false)),
    ...pageConditions(page),
  ];
  const rows = await ctx.db
    .select(purchaseColumns)
    .from(source ?? p)
    .where(and(...conditions))
    .orderBy(cursorOrder(page))
    .limit(limit + 1);
  return toPage(rows, page, limit, purchaseView);
}
