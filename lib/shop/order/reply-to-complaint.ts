import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { complaints } from "#db/schema/delivery-issue";
import { orders } from "#db/schema/shop";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import type { Module } from "#lib/core/module";
import { reasonSchema } from "#lib/core/text/reason";
import { OrderCode } from "#lib/shop/shop-fields";

export const ReplyToComplaintInput = z.object({
  code: OrderCode,
  /** For the customer. */
  answer: reasonSchema({ most: 300, ask: "Enter a reply to the customer." }),
});
export type ReplyToComplaintInput = z.input<typeof ReplyToComplaintInput>;

/**
 * Replies to a complaint to the acting reseller's shop, once.
 * @throws not_found; conflict when it was answered before.
 */
export async function replyToComplaint(ctx: Ctx, input: ReplyToComplaintInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { code, answer } = ReplyToComplaintInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const complaint = await findComplaint(tx, code, resellerId);
    const [answered] = await tx.db
      .update(complaints)
      .set({ answer, answeredAt: sql`now()` })
      .where(and(eq(complaints.id, complaint.id), isNull(complaints.answeredAt)))
      .returning({ id: complaints.id });
    if (!answered) throw conflictError("You have already replied. The customer can read your reply.");
    await recordAudit(tx, {
      ...complaintAuditEntry(complaint, resellerId),
      action: "order.complaint_answered",
    });
  });
}

export const EscalateComplaintInput = z.object({ code: OrderCode });
export type EscalateComplaintInput = z.input<typeof EscalateComplaintInput>;

/**
 * Escalates a complaint to the acting reseller's shop to the operator, as the delivery issue of
 * its purchase. Idempotent.
 * @throws not_found; conflict where a report of the purchase is rejected.
 */
export async function escalateComplaint(
  ctx: Ctx,
  input: EscalateComplaintInput,
  modules: readonly Module[],
): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { code } = EscalateComplaintInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const complaint = await findComplaint(tx, code, resellerId);
    const [passed] = await tx.db
      .update(complaints)
      .set({ escalatedAt: sql`now()` })
      .where(and(eq(complaints.id, complaint.id), isNull(complaints.escalatedAt)))
      .returning({ id: complaints.id });
    if (!passed) return;
    const { ident, symptom, details } = complaint;
    const { reportUndelivered } = modules.find((module) => module.reportUndelivered) ?? {};
    if (!reportUndelivered) throw conflictError("Contact support about this purchase.");
    await reportUndelivered(tx, { ident, symptom, details: details ?? "" });
    await recordAudit(tx, {
      ...complaintAuditEntry(complaint, resellerId),
      action: "order.complaint_passed",
    });
  });
}

async function findComplaint(ctx: Ctx, code: string, resellerId: number) {
  const [found] = await ctx.db
    .select({
      id: complaints.id,
      orderId: complaints.orderId,
      purchaseId: complaints.purchaseId,
      symptom: complaints.symptom,
      details: complaints.details,
      ident: sql<string>`(select ident from purchases where id = ${complaints.purchaseId})`,
    })
    .from(complaints)
    .innerJoin(orders, and(eq(orders.id, complaints.orderId), eq(orders.purchaseId, complaints.purchaseId)))
    .where(and(eq(orders.code, code), eq(complaints.resellerId, resellerId)));
  if (!found) throw notFoundError("complaint");
  return found;
}

const complaintAuditEntry = ({ orderId, ident }: { orderId: number; ident: string }, resellerId: number) => ({
  subject: "order",
  subjectId: orderId,
  resellerId,
  after: { ident },
});
