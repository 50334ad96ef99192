import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { history } from "#lib/audit/history";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, type PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";

export const RunAgainInput = z.object({
  failureId: z.coerce.number<string | number>().int().positive(),
  reason: Reason,
});
export type RunAgainInput = z.input<typeof RunAgainInput>;

/** Items whose pause is in their own row, by the first word of their key: how they become due. */
const DUE: Readonly<Record<string, (id: string) => SQL>> = {
  payment: (id) =>
    sql`update payments set next_check_at = now() where id = ${id}::bigint and next_check_at is not null`,
  notice: (id) =>
    sql`update payment_notices set next_try_at = now() where id = ${id}::bigint and next_try_at is not null`,
  refund: (
    id,
  ) => sql`update payment_refunds set next_try_at = now() where id = ${id}::bigint and next_try_at is not null
    and state <> 'asked'`,
  money: (id) =>
    sql`update provider_transactions set next_check_at = now() where id = ${id}::bigint and next_check_at is not null`,
  order: (id) =>
    sql`update orders set next_look_at = now() where id = ${id}::bigint and next_look_at is not null`,
  batch: (id) => sql`update bulk_runs set next_look_at = now() where id = ${id}::bigint`,
  schedule: (id) =>
    sql`update schedules set claimed_until = null where id = ${id}::bigint and state = 'active'`,
};

/**
 * Runs what fails in background work now, instead of after its pause. Admins only.
 * @throws not_found when nothing fails there; conflict, saying who, when it was run again meanwhile
 */
export async function runAgain(ctx: Ctx, input: RunAgainInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { failureId, reason } = RunAgainInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [failure] = await tx.db.execute<{ lane: string; key: string; error: string; failures: number }>(sql`
      update lane_failures set next_look_at = now() where id = ${failureId} and next_look_at > now()
      returning lane, key, error, failures`);
    if (!failure) throw await explainRefusal(tx, failureId);
    const { lane, key, error, failures } = failure;
    const [kind = "", id = ""] = key.split(" ");
    const due = DUE[kind];
    if (due) await tx.db.execute(due(id));
    await notify(tx.db, "lane", lane);
    await record(tx, {
      ...about(failureId),
      action: "job.run_again",
      reason,
      before: { lane, item: key, error, failures },
      after: { lane, item: key },
    });
  });
}

const about = (failureId: number) => ({ subject: "job", subjectId: failureId });

async function explainRefusal(ctx: Ctx, failureId: number): Promise<PortalError> {
  const before = await history(ctx, about(failureId));
  return before.length > 0 ? changedMeanwhile(ctx, about(failureId)) : notFound("job");
}
