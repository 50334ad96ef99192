import { asc, eq, sql } from "drizzle-orm";
import { attempts } from "#db/schema/purchase";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { queueOf } from "../send/queue.ts";
import { fromRow, instantOf, type PurchaseRow, purchaseColumns } from "./columns.ts";
import { decisionOf } from "./decision-deadline.ts";
import { timeline } from "./timeline.ts";
import type { PurchaseDetail, PurchaseView } from "./view.ts";

/** One purchase of the acting reseller in full, by its ident. @throws not_found also for another's. */
export async function get(ctx: Ctx, input: { ident: string }): Promise<PurchaseDetail> {
  const buyer = requireBuyer(ctx);
  const [row] = await ctx.db.execute<PurchaseRow & { reversed_ms: string | null; now_ms: string }>(sql`
    select ${purchaseColumns(sql`p`)}, (extract(epoch from p.reversed_at) * 1000)::bigint as reversed_ms,
      (extract(epoch from now()) * 1000)::bigint as now_ms from purchases p
    where p.ident = ${input.ident} and p.reseller_id = ${buyer.id}`);
  if (!row) throw notFound("purchase");
  const purchase = fromRow(row);
  const tries = await ctx.db
    .select({ claimedAt: attempts.claimedAt, answeredAt: attempts.answeredAt, meaning: attempts.meaning })
    .from(attempts)
    .where(eq(attempts.purchaseId, Number(row.id)))
    .orderBy(asc(attempts.id));
  const queue = purchase.state === "queued" ? await queueOf(ctx, Number(row.id)) : null;
  return {
    ...purchase,
    timeline: timeline(purchase, tries, instantOf(row.reversed_ms)),
    queue,
    ...decisionOf(purchase, tries, new Date(Number(row.now_ms))),
  };
}

/** A purchase by its number, for a room that keeps it; rights are the caller's. */
export async function findById(ctx: Ctx, id: number): Promise<PurchaseView | undefined> {
  const [row] = await ctx.db.execute<PurchaseRow>(
    sql`select ${purchaseColumns(sql`p`)} from purchases p where p.id = ${id}`,
  );
  return row && fromRow(row);
}

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
