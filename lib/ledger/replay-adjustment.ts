import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { entries, journals } from "#db/schema/ledger";
import { approvalRequests } from "#db/schema/reconcile";
import type { PendingApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import type { Ctx } from "#lib/core/context";
import { requireSameContent } from "#lib/core/form-ref";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";

/** Manual adjustments that a form with a ref makes. */
const KINDS = ["credit", "debit", "claw_back"] as const;

interface Adjustment {
  kind: (typeof KINDS)[number];
  resellerId: number;
  amount: Minor;
  reason: string;
}

/**
 * Finds what the form of `ref` did before: its adjustment, or its approval request. Serialises forms of one
 * ref until the end of the caller's transaction.
 * @returns the first result; undefined for a new ref
 * @throws ref_reused when the form did something else; conflict, saying who, when its
 * approval request was rejected
 */
export async function replayAdjustment(
  ctx: Ctx,
  ref: string,
  wanted: Adjustment,
): Promise<{ balance: bigint; journalId: number } | PendingApproval | undefined> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('adjustment of the form ' || ${ref}::text, 0))`,
  );
  const [made] = await ctx.db
    .select({
      journalId: journals.id,
      kind: journals.kind,
      resellerId: journals.resellerId,
      reason: journals.reason,
      at: journals.at,
      amount: sql`abs(${entries.amount})`.mapWith(entries.amount),
      balance: entries.balance,
    })
    .from(journals)
    .innerJoin(entries, and(eq(entries.journalId, journals.id), eq(entries.account, "wallet")))
    .where(eq(journals.ref, ref));
  if (made) {
    requireSameAdjustment(made, wanted, "made");
    return { balance: made.balance, journalId: made.journalId };
  }
  const [request] = await ctx.db
    .select({
      id: approvalRequests.id,
      kind: approvalRequests.kind,
      resellerId: approvalRequests.resellerId,
      amount: approvalRequests.amount,
      reason: approvalRequests.reason,
      at: approvalRequests.requestedAt,
      endedAt: approvalRequests.endedAt,
    })
    .from(approvalRequests)
    .where(and(eq(approvalRequests.about, ref), inArray(approvalRequests.kind, [...KINDS])))
    .orderBy(desc(approvalRequests.id))
    .limit(1);
  if (!request) return undefined;
  requireSameAdjustment(request, wanted, "requested");
  if (request.endedAt)
    throw await explainConflict(ctx, { subject: "approval_request", subjectId: request.id });
  return { approvalRequest: request.id };
}

interface EarlierAdjustment {
  kind: string;
  resellerId: number | null;
  amount: Minor | null;
  reason: string | null;
  at: Date;
}

const KIND_LABELS: Record<string, string> = { credit: "credit", debit: "debit", claw_back: "clawback" };

function requireSameAdjustment(
  earlier: EarlierAdjustment,
  wanted: Adjustment,
  state: "made" | "requested",
): void {
  const { kind, resellerId, amount, reason } = wanted;
  requireSameContent<EarlierAdjustment>(
    earlier,
    { kind, resellerId, amount, reason },
    `This form already ${state} a ${KIND_LABELS[earlier.kind]} of ${formatMoney(earlier.amount ?? 0n)} ${formatTime(earlier.at)}. Nothing else was done. Check the statement, then submit again if you want one more.`,
  );
}
