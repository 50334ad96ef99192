import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { testPurchases } from "#db/schema/test-purchase";
import type { Ctx } from "#lib/core/context";
import { purchaseColumns, toPurchaseView } from "./purchase-columns.ts";
import type { PurchaseView } from "./purchase-view.ts";

/** The beginning of a test purchase's ident; those of live purchases continue with hexadecimal digits. */
export const TEST_IDENT_PREFIX = "DTTEST";

/** Selects test purchases with the columns of live ones, as `p`. */
export function selectTestPurchases() {
  const { state, ending, endsAt, placedAt, ...same } = getTableColumns(testPurchases);
  const stored = sql`coalesce(${state}, case when ${endsAt} <= now() then ${ending} else 'sending' end)`;
  const byState = (results: Record<string, SQL>) =>
    sql`case ${stored} ${sql.join(
      Object.entries(results).map(([name, result]) => sql`when ${name} then ${result}`),
      sql` `,
    )} end`;
  return new QueryBuilder()
    .select({
      ...same,
      placedAt,
      channel: sql`'api'`.as("channel"),
      namespace: sql`'buyer'`.as("namespace"),
      deadlineAt: sql`${placedAt} + interval '15 minutes'`.as("deadline_at"),
      state: stored.as("state"),
      ending: byState({
        successful: sql`'delivered'`,
        reversed: sql`'delivered'`,
        failed: sql`'failed'`,
      }).as("ending"),
      settledAt: byState({
        successful: sql`least(${endsAt}, now())`,
        reversed: endsAt.getSQL(),
        failed: endsAt.getSQL(),
      }).as("settled_at"),
      outcome: byState({
        successful: sql`'Delivered (test).'`,
        reversed: sql`'Reversed: the number of the test asked for it.'`,
        failed: sql`'The network declined it (test).'`,
      }).as("outcome"),
    })
    .from(testPurchases)
    .as("p");
}

/** Returns the test purchase that meets a condition on `p`. */
export async function findTestPurchase({ db }: Ctx, condition: SQL): Promise<PurchaseView | undefined> {
  const [row] = await db.select(purchaseColumns).from(selectTestPurchases()).where(condition);
  return row && toPurchaseView(row);
}

/** Builds the condition that a buyer has a test purchase under a ref. */
export const hasTestPurchase = (resellerId: SQL, ref: SQL): SQL =>
  sql`exists (select from test_purchases where reseller_id = ${resellerId} and ref = ${ref})`;
