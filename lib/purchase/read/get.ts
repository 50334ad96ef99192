import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared";
import { attempts } from "#db/schema/purchase";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { queueOf } from "../send/queue.ts";
import { p, purchaseColumns, purchaseSelectList, purchaseView, viewOfRaw } from "./columns.ts";
import { decisionOf } from "./decision-deadline.ts";
import { timeline } from "./timeline.ts";
import type { Namespace, PurchaseDetail, PurchaseView } from "./view.ts";

/** One purchase of the acting reseller in full, by its ident. @throws not_found also for another's. */
export async function get(ctx: Ctx, input: { ident: string }): Promise<PurchaseDetail> {
  const buyer = requireBuyer(ctx);
  if (!/^\w{1,40}$/.test(input.ident)) throw notFound("purchase");
  const [row] = await ctx.db
    .select({
      ...purchaseColumns,
      retail: p.retail,
      reversedAt: p.reversedAt,
      runId: p.runId,
      networkRef: p.upstreamId,
      now: sql`now()`.mapWith(p.placedAt),
    })
    .from(p)
    .where(and(eq(p.ident, input.ident), eq(p.resellerId, buyer.id)));
  if (!row) throw notFound("purchase");
  const { retail, reversedAt, runId, networkRef, now, ...columns } = row;
  const purchase = purchaseView(columns);
  const tries = await ctx.db
    .select({ claimedAt: attempts.claimedAt, answeredAt: attempts.answeredAt, meaning: attempts.meaning })
    .from(attempts)
    .where(eq(attempts.purchaseId, purchase.id))
    .orderBy(asc(attempts.id));
  return {
    ...purchase,
    retail,
    runId,
    networkRef,
    timeline: timeline(purchase, tries, reversedAt),
    queue: purchase.state === "queued" ? await queueOf(ctx, purchase.id) : null,
    ...decisionOf(purchase, tries, now),
  };
}

/** One purchase of the acting reseller, by its ident, without its history. @throws not_found also for another's. */
export async function findOwn(ctx: Ctx, ident: string): Promise<PurchaseView> {
  const [row] = await selectOwn(ctx.db, { resellerId: requireBuyer(ctx).id, ident });
  if (!row) throw notFound("purchase");
  return viewOfRaw(row);
}

const selectOwn = prepared<{ resellerId: number; ident: string }, Record<string, unknown>>(
  ({ resellerId, ident }) =>
    sql`select ${purchaseSelectList} from purchases p where p.ident = ${ident} and p.reseller_id = ${resellerId}`,
);

/** A purchase by its number, for a room that keeps it; rights are the caller's. */
export function findById(ctx: Ctx, id: number): Promise<PurchaseView | undefined> {
  return find(ctx, eq(p.id, id));
}

/** A reseller's purchase by its ref, if there is one. */
export function findByRef(
  ctx: Ctx,
  resellerId: number,
  ref: string,
  namespace: Namespace,
): Promise<PurchaseView | undefined> {
  return find(ctx, and(eq(p.resellerId, resellerId), eq(p.ref, ref), eq(p.namespace, namespace)));
}

async function find(ctx: Ctx, which: SQL | undefined): Promise<PurchaseView | undefined> {
  const [row] = await ctx.db.select(purchaseColumns).from(p).where(which);
  return row && purchaseView(row);
}
