import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { payments, providerTransactions } from "#db/schema/payment";
import { endApprovalRequests, type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAuditRows } from "#lib/audit/record-audit";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import type { Minor } from "#lib/core/money/money";
import { Reason } from "#lib/core/text/reason";
import { lockWallet } from "#lib/ledger/lock-wallet";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import { paymentSettings } from "#lib/payment/payment-settings";
import { startRefund } from "#lib/payment/refund/start-refund";

export const AssignSuspenseInput = z.object({
  id: Id,
  email: z.string().trim().min(1, "Enter the reseller’s email address.").max(200),
  reason: Reason,
});
export type AssignSuspenseInput = z.input<typeof AssignSuspenseInput>;

type SuspenseTransaction = typeof providerTransactions.$inferSelect;

const IN_SUSPENSE = sql`state = 'suspense' and (reversed_at is null or restored_at is not null)`;

/**
 * Credits a wallet from suspense, less the provider's fee where resellers bear it, once. Above the set amount
 * it needs approval. Admins only.
 * @throws not_found; invalid at `email`; conflict when another decision came first, or the currency differs
 */
export async function assignSuspense(
  ctx: Ctx,
  input: AssignSuspenseInput,
): Promise<undefined | PendingApproval> {
  requireAdmin(ctx, "money");
  const { id, email, reason } = AssignSuspenseInput.parse(input);
  const [reseller] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(sql`lower(${accounts.email}) = lower(${email})`, eq(accounts.role, "reseller")));
  if (!reseller) throw invalidError("email", "No reseller has this email address.");
  const amount = await calculateCredit(ctx, await requireInSuspense(ctx, id));
  const movement = { kind: "suspense" as const, resellerId: reseller.id, amount, reason, about: id };
  return runOrRequestApproval(ctx, movement, (tx) =>
    creditSuspenseToWallet(tx, { id, resellerId: reseller.id, reason }),
  );
}

export const RecordManualRefundInput = z.object({ id: Id, reason: Reason });
export type RecordManualRefundInput = z.input<typeof RecordManualRefundInput>;

/**
 * Records that money in suspense was refunded from another account of the operator. Above the set amount it
 * needs approval. Admins only.
 * @throws not_found; conflict when another decision came first
 */
export async function recordManualRefund(
  ctx: Ctx,
  input: RecordManualRefundInput,
): Promise<undefined | PendingApproval> {
  requireAdmin(ctx, "money");
  const { id, reason } = RecordManualRefundInput.parse(input);
  const { gross } = await requireInSuspense(ctx, id);
  const movement = { kind: "suspense" as const, amount: gross, reason, about: id };
  return runOrRequestApproval(ctx, movement, (tx) => saveManualRefund(tx, { id, reason }));
}

export const RefundSuspenseInput = z.object({ id: Id, reason: Reason });
export type RefundSuspenseInput = z.input<typeof RefundSuspenseInput>;

/** Tells an approved refund by the provider from a manual one. */
const PROVIDER_REFUND = { refund: "provider" };

/**
 * Refunds money in suspense through its provider; the payment lane sends it. Above the set amount it
 * needs approval. Admins only.
 * @throws not_found; conflict when another decision came first
 */
export async function refundSuspense(
  ctx: Ctx,
  input: RefundSuspenseInput,
): Promise<undefined | PendingApproval> {
  requireAdmin(ctx, "money");
  const { id, reason } = RefundSuspenseInput.parse(input);
  const { gross } = await requireInSuspense(ctx, id);
  const movement = { kind: "suspense" as const, amount: gross, reason, about: id, input: PROVIDER_REFUND };
  return runOrRequestApproval(ctx, movement, (tx) => startSuspenseRefund(tx, { id, reason }));
}

function startSuspenseRefund(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await endApprovalRequests(tx, "suspense", id);
    await requireInSuspense(tx, id, { lock: true });
    await startRefund(tx, { id, reason });
    return undefined;
  });
}

/**
 * Applies an approved decision about money in suspense: credit, refund by the provider, or manual refund. The
 * caller has checked the rights.
 */
export function applySuspenseDecision(
  ctx: Ctx,
  {
    id,
    resellerId,
    reason,
    input,
  }: { id: number; resellerId: number | null; reason: string; input: unknown },
): Promise<undefined> {
  if (resellerId !== null) return creditSuspenseToWallet(ctx, { id, resellerId, reason });
  const byProvider = typeof input === "object" && input !== null && "refund" in input;
  return byProvider ? startSuspenseRefund(ctx, { id, reason }) : saveManualRefund(ctx, { id, reason });
}

async function calculateCredit(
  ctx: Ctx,
  { gross, lost, fee, currency, paymentId }: SuspenseTransaction,
): Promise<Minor> {
  const [payment] = await ctx.db
    .select({ feeBearer: payments.feeBearer })
    .from(payments)
    .where(eq(payments.id, paymentId ?? 0));
  const { feeBearer } = payment ?? (await readSettings(ctx, paymentSettings));
  const amount = gross - lost - (feeBearer === "operator" ? 0n : (fee ?? 0n));
  if (currency !== env().CURRENCY || amount <= 0n)
    throw conflictError("This money can’t go into a wallet. Refund the payer.");
  return amount;
}

/** Credits money in suspense to a wallet. The caller has checked the rights. */
export function creditSuspenseToWallet(
  ctx: Ctx,
  { id, resellerId, reason }: { id: number; resellerId: number; reason: string },
): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await lockWallet(tx, resellerId);
    await endApprovalRequests(tx, "suspense", id);
    const credited = await calculateCredit(tx, await requireInSuspense(tx, id, { lock: true }));
    await tx.db.execute(sql`
      with decided as (
        update provider_transactions
        set
          state = 'assigned', reseller_id = ${resellerId}, credited = ${credited},
          decided_at = now(), decided_by = ${formatActor(tx.actor)}, reason = ${reason}
        where id = ${id} and ${IN_SUSPENSE}
        returning *
      ),
      moved as (${updateWallets("payment", { of: sql`decided`, amount: sql`credited` })}),
      journal as (${writeTransfers(tx, "payment", {
        from: sql`moved`,
        amount: sql`credited`,
        reason: sql`${reason}::text`,
      })}),
      operator_side as (${writeOperatorEntries("assigned", {
        from: sql`decided cross join journal`,
        id: sql`decided.id`,
        journalId: sql`journal.id`,
        sides: {
          suspense: sql`decided.gross - decided.lost`,
          wallets: sql`-decided.credited`,
          fees: sql`decided.credited - (decided.gross - decided.lost)`,
        },
      })})
      ${recordAuditRows(tx, {
        action: "money.assigned",
        subject: "money",
        subjectId: sql`decided.id::text`,
        resellerId: sql`decided.reseller_id`,
        journalId: sql`journal.id`,
        reason: sql`decided.reason`,
        before: sql`jsonb_build_object('money', 'suspense', 'suspense_reason', decided.suspense_reason)`,
        after: sql`jsonb_build_object('money', 'assigned', 'credited', decided.credited::text)`,
        from: sql`decided cross join journal`,
      })}`);
    return undefined;
  });
}

function saveManualRefund(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await endApprovalRequests(tx, "suspense", id);
    await requireInSuspense(tx, id, { lock: true });
    await tx.db.execute(sql`
      with decided as (
        update provider_transactions
        set state = 'refunded', decided_at = now(), decided_by = ${formatActor(tx.actor)}, reason = ${reason}
        where id = ${id} and ${IN_SUSPENSE}
        returning *
      ),
      operator_side as (${writeOperatorEntries("refunded", {
        from: sql`decided`,
        id: sql`decided.id`,
        sides: {
          suspense: sql`decided.gross - decided.lost`,
          outside: sql`decided.lost - decided.gross`,
        },
      })})
      ${recordAuditRows(tx, {
        action: "money.refunded",
        subject: "money",
        subjectId: sql`decided.id::text`,
        reason: sql`decided.reason`,
        before: sql`jsonb_build_object('money', 'suspense', 'suspense_reason', decided.suspense_reason)`,
        after: sql`jsonb_build_object('money', 'refunded', 'gross', decided.gross::text)`,
        from: sql`decided`,
      })}`);
    return undefined;
  });
}

/** Money in suspense. @throws not_found; conflict that says who decided it, and how. */
async function requireInSuspense(ctx: Ctx, id: number, { lock = false } = {}): Promise<SuspenseTransaction> {
  const query = ctx.db.select().from(providerTransactions).where(eq(providerTransactions.id, id));
  const [money] = await (lock ? query.for("update") : query);
  if (!money) throw notFoundError("payment");
  const chargedBack = money.reversedAt !== null && money.restoredAt === null;
  if (money.state !== "suspense" || chargedBack)
    throw await explainConflict(ctx, { subject: "money", subjectId: id });
  return money;
}
