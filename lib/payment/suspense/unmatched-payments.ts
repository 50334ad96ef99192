import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { payments, providerTransactions } from "#db/schema/payment";
import { orders } from "#db/schema/shop";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { formatMoney } from "#lib/core/money/money";
import { Reason } from "#lib/core/text/reason";
import { providerLabel } from "#lib/payment/providers/providers";
import { startRefund } from "#lib/payment/refund/start-refund";

const t = providerTransactions;

/** Lists payments to the acting reseller's own accounts that don't match their order, newest first. */
export async function listUnmatchedPayments(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  const rows = await ctx.db
    .select({
      id: t.id,
      provider: t.provider,
      transaction: t.transaction,
      suspenseReason: t.suspenseReason,
      paidAt: t.paidAt,
      gross: t.gross,
      currency: t.currency,
      requested: payments.amount,
      reference: orders.reference,
      /** The reason why the provider didn't refund it. */
      rejection: sql<
        string | null
      >`(select problem from payment_refunds where transaction_id = ${t.id} order by id desc limit 1)`,
    })
    .from(t)
    .innerJoin(payments, eq(payments.id, t.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(t.state, "unmatched"), eq(payments.resellerId, id)))
    .orderBy(desc(t.id))
    .limit(100);
  return rows.map(({ provider, gross, currency, requested, ...row }) => ({
    ...row,
    provider: providerLabel(provider),
    paid: formatMoney(gross, currency),
    requested: formatMoney(requested),
  }));
}
export type UnmatchedPayment = Awaited<ReturnType<typeof listUnmatchedPayments>>[number];

export const RefundUnmatchedInput = z.object({ id: Id });
export type RefundUnmatchedInput = z.input<typeof RefundUnmatchedInput>;

/** Refunds an unmatched payment from the reseller's own account. @throws not_found; conflict */
export async function refundUnmatched(ctx: Ctx, input: RefundUnmatchedInput): Promise<void> {
  const { id } = RefundUnmatchedInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await requireOwnTransaction(tx, id);
    await startRefund(tx, { id, reason: "The payment didn’t match the order." });
  });
}

export const ResolveUnmatchedInput = z.object({ id: Id, reason: Reason });
export type ResolveUnmatchedInput = z.input<typeof ResolveUnmatchedInput>;

/** Notes that the reseller settled it with the customer in another way. @throws not_found; conflict */
export async function resolveUnmatched(ctx: Ctx, input: ResolveUnmatchedInput): Promise<void> {
  const { id, reason } = ResolveUnmatchedInput.parse(input);
  const { id: resellerId } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    await requireOwnTransaction(tx, id);
    const settled = await tx.db.execute(sql`
      with settled as (
        update provider_transactions
        set state = 'refunded', decided_at = now(), decided_by = ${formatActor(tx.actor)}, reason = ${reason}
        where id = ${id} and state = 'unmatched'
        returning *
      ),
      recorded as (${recordAuditRows(tx, {
        action: "money.settled",
        subject: "money",
        subjectId: sql`settled.id::text`,
        resellerId: sql`${resellerId}::bigint`,
        reason: sql`settled.reason`,
        before: sql`jsonb_build_object('money', 'unmatched', 'suspense_reason', settled.suspense_reason)`,
        after: sql`jsonb_build_object('money', 'refunded')`,
        from: sql`settled`,
      })})
      select from settled`);
    if (settled.length === 0) throw await explainConflict(tx, { subject: "money", subjectId: id });
  });
}

/** @throws not_found for money that is not the acting reseller's */
async function requireOwnTransaction(ctx: Ctx, id: number): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const rows = await ctx.db
    .select({ id: t.id })
    .from(t)
    .innerJoin(payments, eq(payments.id, t.paymentId))
    .where(and(eq(t.id, id), eq(payments.resellerId, resellerId), sql`${t.keysId} is not null`));
  if (rows.length === 0) throw notFoundError("payment");
}
