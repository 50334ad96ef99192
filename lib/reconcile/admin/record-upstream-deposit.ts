import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { discrepancies } from "#db/schema/reconcile";
import { endApprovalRequests, type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { Amount } from "#lib/core/money/amount";
import { Reason } from "#lib/core/text/reason";
import { LocalTime } from "#lib/core/time/local-time";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { createAlreadyClosedError, recordUpstreamAdjustment } from "./acknowledge-discrepancies.ts";
import { replayDepositRequest } from "./replay-deposit-request.ts";
import { getLastUpstreamAdjustmentId } from "./upstream-deposit-list.ts";

/** A time entered by an admin may be wrong by this much. */
const TIME_TOLERANCE_MS = 10 * 60_000;

export const RecordUpstreamDepositInput = z.object({
  amount: Amount,
  /** When it reached the upstream; left out when a rise of the balance tells it. */
  at: LocalTime.optional(),
  discrepancy: z.coerce.number<string | number>().int().optional(),
  /** The supplier; the main one unless given, or that of the rise. */
  supplierId: z.coerce.number<string | number>().int().min(1).default(MAIN_SUPPLIER_ID),
  /**
   * The last move of the balance that the form knew of (`getLastUpstreamAdjustmentId`);
   * the command line knows of none.
   */
  lastAdjustmentId: z.coerce.number<string | number>().int().min(0).optional(),
  reason: Reason,
});
export type RecordUpstreamDepositInput = z.input<typeof RecordUpstreamDepositInput>;

/**
 * Records that money was paid into the operator's wallet at the upstream; above the daily sum it needs
 * approval, which is requested once for a form. Admins only.
 * @throws invalid without a time or a rise, or for a time in the future; conflict, saying who was faster,
 * when the rise is already explained, or someone has recorded or requested another adjustment since the form
 * was rendered.
 */
export async function recordUpstreamDeposit(
  ctx: Ctx,
  input: RecordUpstreamDepositInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "money");
  const deposit = RecordUpstreamDepositInput.parse(input);
  const { amount, reason, discrepancy: about } = deposit;
  const movement = { kind: "deposit" as const, amount, reason, ...(about !== undefined && { about }) };
  const { at, supplierId, lastAdjustmentId } = deposit;
  return inTransaction(ctx, async (ctx) => {
    if (about === undefined && lastAdjustmentId !== undefined) {
      const pending = await replayDepositRequest(ctx, { ...deposit, lastAdjustmentId });
      if (pending) return pending;
    }
    return runOrRequestApproval(ctx, { ...movement, input: { at, supplierId, lastAdjustmentId } }, (ctx) =>
      saveDeposit(ctx, deposit),
    );
  });
}

type DepositInput = z.output<typeof RecordUpstreamDepositInput>;

const ApprovedDepositInput = z.object({
  at: z.coerce.date().optional(),
  supplierId: z.number().default(MAIN_SUPPLIER_ID),
  lastAdjustmentId: z.number().optional(),
});

/**
 * Records a deposit that another admin approved; the caller has checked the rights.
 * Throws what `recordUpstreamDeposit` does.
 */
export function applyUpstreamDeposit(
  ctx: Ctx,
  { input, ...deposit }: Pick<DepositInput, "amount" | "reason" | "discrepancy"> & { input: unknown },
): Promise<undefined> {
  return saveDeposit(ctx, { ...deposit, ...ApprovedDepositInput.parse(input) });
}

function saveDeposit(
  ctx: Ctx,
  { amount, at, supplierId: named, discrepancy, reason, lastAdjustmentId }: DepositInput,
): Promise<undefined> {
  return inTransaction(ctx, async (ctx) => {
    if (discrepancy !== undefined) await endApprovalRequests(ctx, "deposit", discrepancy);
    // Discrepancies are locked before the chain’s basis, in the same order as by acknowledge.
    const { supplierId = named, ...span } =
      discrepancy === undefined
        ? { ...toTimeSpan(at), supplierId: named }
        : await closeDiscrepancy(ctx, discrepancy, reason);
    await ctx.db.execute(sql`select from chain_basis for update`);
    if (lastAdjustmentId !== undefined && (await getLastUpstreamAdjustmentId(ctx)) > lastAdjustmentId)
      throw await explainConflict(ctx, { actions: ["upstream.topped_up", "discrepancy.acknowledged"] });
    const before = await getUpstreamBalance(ctx, supplierId);
    await recordUpstreamAdjustment(ctx, { supplierId, amount, ...span, reason });
    const after = await getUpstreamBalance(ctx, supplierId);
    await recordAudit(ctx, {
      action: "upstream.topped_up",
      subject: "upstream",
      subjectId: String(supplierId),
      reason,
      before: { balance: before?.amount ?? null },
      after: { balance: after?.amount ?? null, amount, ...span },
    });
    return undefined;
  });
}

function toTimeSpan(at: Date | undefined): { earliest: Date; latest: Date } {
  if (!at) throw invalidError("at", "Select a date and a time.");
  if (at.getTime() > Date.now() + TIME_TOLERANCE_MS) throw invalidError("at", "Enter a time in the past.");
  return {
    earliest: new Date(at.getTime() - TIME_TOLERANCE_MS),
    latest: new Date(at.getTime() + TIME_TOLERANCE_MS),
  };
}

async function closeDiscrepancy(
  ctx: Ctx,
  id: number,
  reason: string,
): Promise<{ supplierId: number; earliest: Date; latest: Date }> {
  const [row] = await ctx.db
    .update(discrepancies)
    .set({ closedAt: sql`now()`, closedBy: formatActor(ctx.actor), reason })
    .where(and(eq(discrepancies.id, id), eq(discrepancies.kind, "rise"), isNull(discrepancies.closedAt)))
    .returning({
      supplierId: discrepancies.supplierId,
      earliest: discrepancies.earliest,
      latest: discrepancies.latest,
      kind: discrepancies.kind,
      detail: discrepancies.detail,
    });
  if (!row?.earliest || !row.latest) throw await createAlreadyClosedError(ctx, id);
  const { supplierId, earliest, latest, ...facts } = row;
  await recordAudit(ctx, {
    action: "discrepancy.explained",
    subject: "discrepancy",
    subjectId: id,
    reason,
    before: { open: true, ...facts },
    after: { open: false, ...facts },
  });
  return { supplierId, earliest, latest };
}
