import { asc, eq } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { attempts } from "#db/schema/purchase";
import { getActorNames } from "#lib/audit/actor-names";
import { getAuditHistory } from "#lib/audit/audit-history";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { readAdvanceSteps } from "#lib/purchase/advance/read-advance-steps";
import { formatSupplier, getSupplierNames } from "#lib/supplier/list-suppliers";
import { adminPurchaseColumns, toAdminPurchaseView } from "./admin-purchase-list.ts";
import { purchaseRow } from "./purchase-columns.ts";
import type { AdminPurchaseDetail } from "./purchase-view.ts";
import { buildTimeline } from "./timeline.ts";

/** Returns one purchase in full by its ident, with raw responses and its audit records. Admins only. */
export async function getAdminPurchase(ctx: Ctx, input: { ident: string }): Promise<AdminPurchaseDetail> {
  requireAdmin(ctx);
  const [row] = await ctx.db
    .select({ ...adminPurchaseColumns, reversedAt: purchaseRow.reversedAt })
    .from(purchaseRow)
    .innerJoin(accounts, eq(accounts.id, purchaseRow.resellerId))
    .where(eq(purchaseRow.ident, input.ident));
  if (!row) throw notFoundError("purchase");
  const { reversedAt, ...columns } = row;
  const purchase = toAdminPurchaseView(columns);
  const [tries, records, supplierNames, advances] = await Promise.all([
    ctx.db
      .select(attemptColumns)
      .from(attempts)
      .where(eq(attempts.purchaseId, purchase.id))
      .orderBy(asc(attempts.id)),
    getAuditHistory(ctx, { subject: "purchase", subjectId: purchase.ident }),
    getSupplierNames(ctx),
    readAdvanceSteps(ctx, purchase),
  ]);
  return {
    ...purchase,
    upstreamId: purchase.upstreamId ?? tries.findLast(({ upstreamId }) => upstreamId)?.upstreamId ?? null,
    settledByName: await formatSettler(ctx, purchase.settledBy),
    timeline: buildTimeline(purchase, tries, reversedAt, { advances }),
    attempts: tries.map(({ supplierId, ...attempt }) => ({
      ...attempt,
      supplier: formatSupplier(supplierNames, supplierId),
    })),
    audit: records,
  };
}

const SETTLER_LABELS: Record<string, string> = {
  answer: "The supplier's response",
  chain: "The supplier's balances",
  cancelled: "Cancelled before it was sent",
  deadline: "The portal, at its deadline",
};

async function formatSettler(ctx: Ctx, by: string | null): Promise<string | null> {
  if (by === null) return null;
  return SETTLER_LABELS[by] ?? (await getActorNames(ctx, [by])).get(by) ?? by;
}

const attemptColumns = {
  supplierId: attempts.supplierId,
  choice: attempts.choice,
  worker: attempts.worker,
  claimedAt: attempts.claimedAt,
  answeredAt: attempts.answeredAt,
  result: attempts.result,
  note: attempts.note,
  httpStatus: attempts.httpStatus,
  raw: attempts.raw,
  upstreamId: attempts.upstreamId,
  upstreamIdent: attempts.upstreamIdent,
  amount: attempts.amount,
  balanceBefore: attempts.balanceBefore,
  balanceAfter: attempts.balanceAfter,
  discrepancy: attempts.discrepancy,
};
