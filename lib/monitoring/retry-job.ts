import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { getAuditHistory } from "#lib/audit/audit-history";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError, type PortalError } from "#lib/core/error";
import { int, readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";

export const RetryJobInput = z.object({
  failureId: z.coerce.number<string | number>().int().positive(),
  reason: Reason,
});
export type RetryJobInput = z.input<typeof RetryJobInput>;

/** Statements that make items with a pause in their own row due, by the first word of their key. */
const DUE_STATEMENTS: Readonly<Record<string, (id: string) => SQL>> = {
  payment: (id) =>
    sql`update payments set next_check_at = now() where id = ${id}::bigint and next_check_at is not null`,
  notice: (id) =>
    sql`
      update provider_webhooks
      set next_attempt_at = now()
      where id = ${id}::bigint and next_attempt_at is not null`,
  refund: (id) => sql`
    update payment_refunds
    set next_attempt_at = now()
    where id = ${id}::bigint and next_attempt_at is not null and state <> 'requested'`,
  money: (id) =>
    sql`
      update provider_transactions
      set next_check_at = now()
      where id = ${id}::bigint and next_check_at is not null`,
  order: (id) => sql`update orders set due_at = now() where id = ${id}::bigint and due_at is not null`,
  batch: (id) => sql`update batches set due_at = now() where id = ${id}::bigint`,
  schedule: (id) =>
    sql`update schedules set claimed_until = null where id = ${id}::bigint and state = 'active'`,
};

/**
 * Retries failing background work now, instead of after its pause. Admins only.
 * @throws not_found when nothing fails there; conflict, with the actor, when it was retried meanwhile
 */
export async function retryJob(ctx: Ctx, input: RetryJobInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { failureId, reason } = RetryJobInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [failure] = await readRows(
      tx.db,
      z.object({ lane: z.string(), key: z.string(), error: z.string(), failures: int }),
    )`
      update lane_failures set due_at = now() where id = ${failureId} and due_at > now()
      returning lane, key, error, failures`;
    if (!failure) throw await explainRejection(tx, failureId);
    const { lane, key, error, failures } = failure;
    const [kind = "", id = ""] = key.split(" ");
    const due = DUE_STATEMENTS[kind];
    if (due) await tx.db.execute(due(id));
    await notify(tx.db, "lane", lane);
    await recordAudit(tx, {
      ...getAuditSubject(failureId),
      action: "job.run_again",
      reason,
      before: { lane, item: key, error, failures },
      after: { lane, item: key },
    });
  });
}

const getAuditSubject = (failureId: number) => ({ subject: "job", subjectId: failureId });

async function explainRejection(ctx: Ctx, failureId: number): Promise<PortalError> {
  const before = await getAuditHistory(ctx, getAuditSubject(failureId));
  return before.length > 0 ? explainConflict(ctx, getAuditSubject(failureId)) : notFoundError("job");
}
