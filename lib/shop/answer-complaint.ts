import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { cases, complaints } from "#db/schema/case";
import { orders } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { reason } from "#lib/core/reason";
import { openCase } from "#lib/purchase/case/open-case";
import { OrderCode } from "./fields.ts";

export const AnswerComplaintInput = z.object({
  code: OrderCode,
  /** What the customer reads. */
  answer: reason({ most: 300, ask: "Tell the customer what you found." }),
});
export type AnswerComplaintInput = z.input<typeof AnswerComplaintInput>;

/** Answers a complaint to the acting reseller's shop, once. @throws not_found; conflict when it was answered before. */
export async function answerComplaint(ctx: Ctx, input: AnswerComplaintInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { code, answer } = AnswerComplaintInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const found = await find(tx, code, resellerId);
    const [answered] = await tx.db
      .update(complaints)
      .set({ answer, answeredAt: sql`now()` })
      .where(and(eq(complaints.id, found.id), isNull(complaints.answeredAt)))
      .returning({ id: complaints.id });
    if (!answered) throw new PortalError("conflict", "You answered this already. The customer reads it.");
    await record(tx, { ...recordOf(found, resellerId), action: "order.complaint_answered" });
  });
}

export const PassComplaintInput = z.object({ code: OrderCode });
export type PassComplaintInput = z.input<typeof PassComplaintInput>;

/**
 * Passes a complaint to the acting reseller's shop on to the operator, as the case of its purchase. Twice is once.
 * @throws not_found; conflict as `openCase` does.
 */
export async function passComplaint(ctx: Ctx, input: PassComplaintInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { code } = PassComplaintInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const found = await find(tx, code, resellerId);
    const [passed] = await tx.db
      .update(complaints)
      .set({ passedAt: sql`now()` })
      .where(and(eq(complaints.id, found.id), isNull(complaints.passedAt)))
      .returning({ id: complaints.id });
    if (!passed) return;
    const { ident, seen, said, purchaseId } = found;
    if ((await tx.db.$count(cases, eq(cases.purchaseId, purchaseId))) === 0)
      await openCase(tx, { ident, seen, said: said ?? "" });
    await record(tx, { ...recordOf(found, resellerId), action: "order.complaint_passed" });
  });
}

async function find(ctx: Ctx, code: string, resellerId: number) {
  const [found] = await ctx.db
    .select({
      ...{ id: complaints.id, orderId: complaints.orderId, purchaseId: complaints.purchaseId },
      ...{ seen: complaints.seen, said: complaints.said },
      ident: sql<string>`(select ident from purchases where id = ${complaints.purchaseId})`,
    })
    .from(complaints)
    .innerJoin(orders, and(eq(orders.id, complaints.orderId), eq(orders.purchaseId, complaints.purchaseId)))
    .where(and(eq(orders.code, code), eq(complaints.resellerId, resellerId)));
  if (!found) throw notFound("complaint");
  return found;
}

const recordOf = ({ orderId, ident }: { orderId: number; ident: string }, resellerId: number) => ({
  ...{ subject: "order", subjectId: orderId, resellerId, after: { ident } },
});
