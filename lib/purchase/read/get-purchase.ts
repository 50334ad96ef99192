import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import { attempts } from "#db/schema/purchase";
import { type Ctx, isCostHidden, requireBuyer } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { readAdvanceSteps } from "#lib/purchase/advance/read-advance-steps";
import { getQueueEstimate } from "#lib/purchase/queue/queue";
import { getDecision } from "./decision-deadline.ts";
import { isPlanUnsuitable } from "./plan-suitability.ts";
import {
  isOwnPurchase,
  ownPurchaseColumns,
  parsePurchaseRow,
  purchaseColumns,
  purchaseRow,
  purchaseSelectList,
  toPurchaseView,
} from "./purchase-columns.ts";
import type { Namespace, PurchaseDetail, PurchaseView } from "./purchase-view.ts";
import { buildTimeline } from "./timeline.ts";

/**
 * Returns one purchase of the acting reseller, or one that the acting helper sold, in full.
 * @throws not_found, also for another's
 */
export async function getPurchase(ctx: Ctx, input: { ident: string }): Promise<PurchaseDetail> {
  const buyer = requireBuyer(ctx, "sell");
  if (!/^\w{1,40}$/.test(input.ident)) throw notFoundError("purchase");
  const [row] = await ctx.db
    .select({
      ...ownPurchaseColumns,
      reversedAt: purchaseRow.reversedAt,
      batchId: purchaseRow.batchId,
      networkRef: purchaseRow.upstreamId,
      now: sql`now()`.mapWith(purchaseRow.placedAt),
    })
    .from(purchaseRow)
    .where(and(eq(purchaseRow.ident, input.ident), isOwnPurchase(buyer)));
  if (!row) throw notFoundError("purchase");
  const { reversedAt, batchId, networkRef, now, ...columns } = row;
  const purchase = toPurchaseView(columns);
  const tries = await ctx.db
    .select({ claimedAt: attempts.claimedAt, answeredAt: attempts.answeredAt, result: attempts.result })
    .from(attempts)
    .where(eq(attempts.purchaseId, purchase.id))
    .orderBy(asc(attempts.id));
  return {
    ...purchase,
    batchId,
    networkRef,
    isPlanUnsuitable: isPlanUnsuitable(purchase, tries),
    isOutcomeQuoted: purchase.outcome !== null && tries.some(({ result }) => result === "failed"),
    timeline: buildTimeline(purchase, tries, reversedAt, {
      advances: isCostHidden(ctx) ? [] : await readAdvanceSteps(ctx, purchase),
      isCostHidden: isCostHidden(ctx),
    }),
    queue: purchase.state === "queued" ? await getQueueEstimate(ctx, purchase.id) : null,
    ...getDecision(purchase, tries, now),
  };
}

/** Returns the same without its history. @throws not_found, also for another's. */
export async function findOwnPurchase(ctx: Ctx, ident: string): Promise<PurchaseView> {
  const buyer = requireBuyer(ctx, "sell");
  const helperId = buyer.kind === "helper" ? buyer.helperId : null;
  const [row] = await selectOwnPurchase(ctx.db, { resellerId: buyer.id, helperId, ident });
  if (!row) throw notFoundError("purchase");
  return parsePurchaseRow(row);
}

const selectOwnPurchase = prepareQuery<{ resellerId: number; helperId: number | null; ident: string }>(
  ({ resellerId, helperId, ident }) =>
    sql`
      select ${purchaseSelectList}
      from purchases p
      where p.ident = ${ident} and p.reseller_id = ${resellerId}
        and (${helperId}::bigint is null or p.helper_id = ${helperId}::bigint)`,
);

/** Finds a purchase by its id, for a module that stores it. The caller checks permissions. */
export function findPurchaseById(ctx: Ctx, id: number): Promise<PurchaseView | undefined> {
  return selectPurchase(ctx, eq(purchaseRow.id, id));
}

export function findPurchaseByRef(
  ctx: Ctx,
  resellerId: number,
  ref: string,
  namespace: Namespace,
): Promise<PurchaseView | undefined> {
  return selectPurchase(
    ctx,
    and(
      eq(purchaseRow.resellerId, resellerId),
      eq(purchaseRow.ref, ref),
      eq(purchaseRow.namespace, namespace),
    ),
  );
}

/** Builds the condition that a buyer has a purchase under a ref. */
export const hasPurchase = (resellerId: SQL, ref: SQL): SQL =>
  sql`exists (
    select from purchases where reseller_id = ${resellerId} and namespace = 'buyer' and ref = ${ref})`;

async function selectPurchase(ctx: Ctx, which: SQL | undefined): Promise<PurchaseView | undefined> {
  const [row] = await ctx.db.select(purchaseColumns).from(purchaseRow).where(which);
  return row && toPurchaseView(row);
}
