import { and, eq, isNull, sql } from "drizzle-orm";
import { approvalRequests } from "#db/schema/reconcile";
import { getActorNames } from "#lib/audit/actor-names";
import type { PendingApproval } from "#lib/audit/approval-request";
import { type Ctx, formatActor } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";

interface DepositRequest {
  amount: Minor;
  at?: Date;
  supplierId: number;
  lastAdjustmentId: number;
  reason: string;
}

/**
 * Finds the pending approval request of a form that knew of the same last adjustment, because only one of two
 * could be approved. Serialises such forms until the end of the caller's transaction.
 * @returns the request of the same form; undefined when none is pending
 * @throws conflict, saying who requested which amount, when the pending request is for another deposit
 */
export async function replayDepositRequest(
  ctx: Ctx,
  wanted: DepositRequest,
): Promise<PendingApproval | undefined> {
  const { lastAdjustmentId } = wanted;
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('deposit after ' || ${lastAdjustmentId}::text, 0))`,
  );
  const [pending] = await ctx.db
    .select()
    .from(approvalRequests)
    .where(
      and(
        eq(approvalRequests.kind, "deposit"),
        isNull(approvalRequests.endedAt),
        isNull(approvalRequests.about),
        sql`${approvalRequests.input} ->> 'lastAdjustmentId' = ${lastAdjustmentId}::text`,
      ),
    );
  if (!pending) return undefined;
  const requester = `admin:${pending.requestedBy}`;
  const { at, supplierId } = pending.input as { at?: string; supplierId?: number };
  const isSame =
    requester === formatActor(ctx.actor) &&
    pending.amount === wanted.amount &&
    pending.reason === wanted.reason &&
    at === wanted.at?.toISOString() &&
    supplierId === wanted.supplierId;
  if (isSame) return { approvalRequest: pending.id };
  const name = (await getActorNames(ctx, [requester])).get(requester) ?? requester;
  throw new PortalError(
    "conflict",
    `${name} requested a deposit of ${formatMoney(pending.amount ?? 0n)} ${formatTime(pending.requestedAt)}, which is pending approval. Nothing was recorded. Record this one after that request is approved or rejected.`,
  );
}
