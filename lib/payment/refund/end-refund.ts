import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { endApprovalRequests, type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { minor, readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";
import { FAILED_REFUND, recordRefundUpdate } from "./process-refunds.ts";

export const RetryRefundInput = z.object({ id: Id });
export type RetryRefundInput = z.input<typeof RetryRefundInput>;

/** Has the lane check a refund at once. Admins only. @throws not_found when it isn't pending */
export async function retryRefund(ctx: Ctx, input: RetryRefundInput): Promise<void> {
  requireAdmin(ctx, "money");
  const { id } = RetryRefundInput.parse(input);
  const due = await ctx.db.execute(sql`
    with due as (
      update payment_refunds
      set next_attempt_at = case
        when state = 'requested' then next_attempt_at
        else least(next_attempt_at, now())
      end
      where transaction_id = ${id} and state not in ('done', 'failed')
      returning id
    )
    select pg_notify('payment', '') from due`);
  if (due.length === 0) throw notFoundError("refund");
}

export const EndRefundInput = z.object({ id: Id, reason: Reason });
export type EndRefundInput = z.input<typeof EndRefundInput>;

/**
 * Ends a refund that the provider stopped: the money is in suspense again. Above the daily limit it
 * needs approval. Admins only.
 * @throws conflict when it needs no attention (any more)
 */
export async function endRefund(ctx: Ctx, input: EndRefundInput): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "money");
  const { id, reason } = EndRefundInput.parse(input);
  const [money] = await readRows(ctx.db, z.object({ gross: minor }))`
    select gross from provider_transactions where id = ${id}`;
  if (!money) throw notFoundError("refund");
  const movement = { kind: "refund" as const, amount: money.gross, reason, about: id };
  return runOrRequestApproval(ctx, movement, (tx) => applyRefundEnd(tx, { id, reason }));
}

/** Ends it; the caller has checked the rights. Throws what `endRefund` does. */
export function applyRefundEnd(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await endApprovalRequests(tx, "refund", id);
    const [stuck] = await readRows(tx.db, z.object({ id: z.string() }))`
      select id from payment_refunds where transaction_id = ${id} and state = 'attention' for update`;
    if (!stuck) throw await explainConflict(tx, { subject: "money", subjectId: id });
    await recordRefundUpdate(tx, stuck, { ...FAILED_REFUND, problem: reason, reason });
    return undefined;
  });
}
