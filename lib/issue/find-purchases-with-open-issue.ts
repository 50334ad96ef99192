import { and, eq, inArray, sql } from "drizzle-orm";
import { deliveryIssues } from "#db/schema/delivery-issue";
import type { Ctx } from "#lib/core/context";
import { isIssueRefunded, issuePurchase } from "./delivery-issue-view.ts";

/** Returns the ids of those purchases that have an open delivery issue. The caller checks permissions. */
export async function findPurchasesWithOpenIssue(
  ctx: Ctx,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: deliveryIssues.purchaseId })
    .from(deliveryIssues)
    .innerJoin(issuePurchase, eq(issuePurchase.id, deliveryIssues.purchaseId))
    .where(
      and(
        inArray(deliveryIssues.purchaseId, [...ids]),
        sql`${deliveryIssues.state} <> 'closed' and not ${isIssueRefunded}`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
