import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { deliveryIssueMessages, deliveryIssues } from "#db/schema/delivery-issue";
import type { PendingApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError, notFoundError } from "#lib/core/error";
import { Reason, reasonSchema } from "#lib/core/text/reason";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { buildIssueStateColumns, issuePurchase } from "./delivery-issue-view.ts";

/** The replies of an admin: delivered, refunded, asking the supplier, or waiting for the customer. */
export const DELIVERY_ISSUE_REPLIES = ["delivered", "money_back", "asking", "customer"] as const;

export const ReplyToDeliveryIssueInput = z.object({
  ident: z.string().max(40),
  version: z.coerce.number<string | number>().int(),
  answer: z.enum(DELIVERY_ISSUE_REPLIES, "Select a result."),
  /** The reseller reads it; for a refund, on the statement too. */
  text: reasonSchema({ ask: "Enter a reply to the reseller." }),
  /** The hours until the next reply, while the provider is asked. */
  hours: z.coerce
    .number<string | number>("Enter whole hours.")
    .int("Enter whole hours.")
    .min(1)
    .max(336)
    .default(24),
  reason: Reason,
});
export type ReplyToDeliveryIssueInput = z.input<typeof ReplyToDeliveryIssueInput>;

/**
 * Replies to an open delivery issue. A refund reverses the purchase, once; above the approval limit it
 * requests approval, and the delivery issue stays open until then. Admins only.
 * @throws not_found; conflict when it changed meanwhile; invalid at `answer` while the
 * purchase is unconfirmed.
 */
export async function replyToDeliveryIssue(
  ctx: Ctx,
  input: ReplyToDeliveryIssueInput,
): Promise<PendingApproval | undefined> {
  const admin = requireAdmin(ctx, "answer");
  const { ident, version, answer, text, hours, reason: note } = ReplyToDeliveryIssueInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const before = await findIssue(tx, ident);
    if (before.version !== version || before.state === "closed")
      throw await explainConflict(tx, { subject: "delivery_issue", subjectId: ident });
    if (before.unconfirmed && (answer === "delivered" || answer === "money_back"))
      throw invalidError("answer", "This purchase is unconfirmed. Mark it delivered or failed first.");
    // Locks the wallet and the purchase before the delivery issue, in the order of settling and reversing.
    const waits =
      answer === "money_back" ? await reverseDeliveredPurchase(tx, { ident, reason: text }) : undefined;
    const closes = !waits && (answer === "delivered" || answer === "money_back");
    const [after] = await tx.db
      .update(deliveryIssues)
      .set({
        version: version + 1,
        changedAt: sql`now()`,
        ...(closes && { state: "closed" as const, outcome: answer }),
        ...(answer === "customer" && { state: "customer" as const }),
        ...(answer === "asking" && {
          state: "admin" as const,
          answerBy: sql`now() + make_interval(hours => ${hours}::integer)`,
        }),
      })
      .where(and(eq(deliveryIssues.id, before.id), eq(deliveryIssues.version, version)))
      .returning({ state: deliveryIssues.state, answerBy: deliveryIssues.answerBy });
    if (!after) throw await explainConflict(tx, { subject: "delivery_issue", subjectId: ident });
    await tx.db.insert(deliveryIssueMessages).values({
      deliveryIssueId: before.id,
      kind: answer,
      text,
      note,
      adminId: admin.kind === "admin" ? admin.id : null,
      answerBy: answer === "asking" ? after.answerBy : null,
    });
    await recordAudit(tx, {
      action: "delivery_issue.answered",
      subject: "delivery_issue",
      subjectId: ident,
      resellerId: before.resellerId,
      reason: note,
      before: { state: before.state, answerBy: before.answerBy },
      after: { ...after, answer, ...(waits && { approvalRequest: waits.approvalRequest }) },
    });
    return waits;
  });
}

async function findIssue(ctx: Ctx, ident: string) {
  const [row] = await ctx.db
    .select({
      id: deliveryIssues.id,
      resellerId: deliveryIssues.resellerId,
      state: buildIssueStateColumns(deliveryIssues).state,
      answerBy: deliveryIssues.answerBy,
      version: deliveryIssues.version,
      unconfirmed: sql<boolean>`${issuePurchase.state} = 'unconfirmed'`,
    })
    .from(deliveryIssues)
    .innerJoin(issuePurchase, eq(issuePurchase.id, deliveryIssues.purchaseId))
    .where(eq(issuePurchase.ident, ident));
  if (!row) throw notFoundError("delivery issue");
  return row;
}
