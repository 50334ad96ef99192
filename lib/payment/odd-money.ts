import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { payments, providerTransactions } from "#db/schema/payment";
import { orders } from "#db/schema/shop";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { recordRows } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { groupedText } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { PROVIDER_NAMES } from "./names.ts";
import type { ProviderName } from "./provider.ts";
import { startRefund } from "./refund.ts";

const t = providerTransactions;

/** What came to accounts of the acting reseller's own and is not just what an order asked for, the newest first. */
export async function oddMoney(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  const rows = await ctx.db
    .select({
      ...{ id: t.id, provider: t.provider, transaction: t.transaction, why: t.why, paidAt: t.paidAt },
      ...{ gross: t.gross, currency: t.currency, asked: payments.amount, reference: orders.reference },
      /** Why the provider did not send it back, when it was asked to. */
      refusal: sql<
        string | null
      >`(select why from payment_refunds where transaction_id = ${t.id} order by id desc limit 1)`,
    })
    .from(t)
    .innerJoin(payments, eq(payments.id, t.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(t.state, "odd"), eq(payments.resellerId, id)))
    .orderBy(desc(t.id))
    .limit(100);
  return rows.map(({ provider, gross, currency, asked, ...row }) => ({
    ...row,
    provider: PROVIDER_NAMES[provider as ProviderName] ?? provider,
    paid: `${currency} ${groupedText(gross, currency)}`,
    asked: groupedText(asked),
  }));
}
export type OddMoney = Awaited<ReturnType<typeof oddMoney>>[number];

export const RefundOddInput = z.object({ id: Id });
export type RefundOddInput = z.input<typeof RefundOddInput>;

/** Has the provider send such money back to its payer, out of the reseller's own account. @throws not_found; conflict */
export async function refundOdd(ctx: Ctx, input: RefundOddInput): Promise<void> {
  const { id } = RefundOddInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await mine(tx, id);
    await startRefund(tx, { id, reason: "It was not what was asked for." });
  });
}

export const SettleOddInput = z.object({ id: Id, reason: Reason });
export type SettleOddInput = z.input<typeof SettleOddInput>;

/** Notes that the reseller settled it with the customer in another way. @throws not_found; conflict */
export async function settleOdd(ctx: Ctx, input: SettleOddInput): Promise<void> {
  const { id, reason } = SettleOddInput.parse(input);
  const { id: resellerId } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    await mine(tx, id);
    const settled = await tx.db.execute(sql`
      with settled as (
        update provider_transactions set state = 'refunded', decided_at = now(), decided_by = ${actorName(tx.actor)},
          reason = ${reason}
        where id = ${id} and state = 'odd' returning *
      ), recorded as (${recordRows(tx, {
        action: "money.settled",
        subject: "money",
        subjectId: sql`settled.id::text`,
        resellerId: sql`${resellerId}::bigint`,
        journalId: sql`null::bigint`,
        reason: sql`settled.reason`,
        before: sql`jsonb_build_object('money', 'odd', 'why', settled.why)`,
        after: sql`jsonb_build_object('money', 'refunded')`,
        from: sql`settled`,
      })})
      select from settled`);
    if (settled.length === 0) throw await changedMeanwhile(tx, { subject: "money", subjectId: id });
  });
}

/** @throws not_found for money that is not the acting reseller's */
async function mine(ctx: Ctx, id: number): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const found = await ctx.db
    .select({ id: t.id })
    .from(t)
    .innerJoin(payments, eq(payments.id, t.paymentId))
    .where(and(eq(t.id, id), eq(payments.resellerId, resellerId), sql`${t.keysId} is not null`));
  if (found.length === 0) throw notFound("payment");
}
