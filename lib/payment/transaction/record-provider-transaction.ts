import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { dedicatedAccounts, payments } from "#db/schema/payment";
import { orders } from "#db/schema/shop";
import { recordAudit } from "#lib/audit/record-audit";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireSystem } from "#lib/core/context";
import { readRows } from "#lib/core/read-rows";
import { lockWallet } from "#lib/ledger/lock-wallet";
import { paymentSettings } from "#lib/payment/payment-settings";
import type { ProviderName } from "#lib/payment/providers/provider";
import {
  type ConfirmedTransaction,
  classifyPayment,
  classifyTransfer,
  isAccountTransfer,
  type ReceivingAccount,
} from "./classify-payment.ts";
import { recordTransactionChange } from "./record-transaction-change.ts";
import { writeProviderTransaction } from "./write-provider-transaction.ts";

/**
 * Records a transaction that a provider confirmed, once, and any increase of it: credits the wallet of its
 * payment or dedicated account, or puts it into suspense. A payment with a reseller's provider keys is only
 * recorded. Marks a paid order as paid in the same transaction. System only.
 * @param keysId the reseller's provider keys that started the payment; other money in
 * their account is ignored
 * @returns whether it was new
 */
export async function recordProviderTransaction(
  ctx: Ctx,
  provider: ProviderName,
  money: ConfirmedTransaction,
  keysId: number | null = null,
): Promise<boolean> {
  requireSystem(ctx);
  return inTransaction(ctx, async (tx) => {
    // Serialises checks of one payment: the second finds it paid.
    const [payment] = await tx.db
      .select()
      .from(payments)
      .where(
        and(
          eq(payments.provider, provider),
          eq(payments.reference, money.reference ?? ""),
          matchesKeys(keysId),
        ),
      )
      .for("update");
    if (keysId !== null && !payment) return false;
    if (payment) await lockWallet(tx, payment.resellerId);
    // Locks the order, so that it isn't paid or delivered twice.
    const [order] = payment?.orderId
      ? await tx.db.select().from(orders).where(eq(orders.id, payment.orderId)).for("update")
      : [];
    const account = payment ? undefined : await findReceivingAccount(tx, provider, money);
    const arrived = isAccountTransfer(money) && !payment;
    const verdict = arrived
      ? classifyTransfer(account, money, await readSettings(tx, paymentSettings))
      : classifyPayment(payment, money, order);
    const [written] = await readRows(tx.db, z.object({ id: z.string() }))`
      ${writeProviderTransaction(tx, provider, money, { payment, account, verdict })}`;
    if (written && order && "credited" in verdict) await markOrderPaid(tx, order);
    if (!written) await recordTransactionChange(tx, provider, money, { payment, account, keysId });
    return written !== undefined;
  });
}

/**
 * Restricts payments to those started with these keys: a reseller's own account proves nothing about
 * payments to the operator.
 */
export const matchesKeys = (keysId: number | null) =>
  keysId === null ? isNull(payments.keysId) : eq(payments.keysId, keysId);

async function markOrderPaid(
  ctx: Ctx,
  { id, resellerId, payment }: typeof orders.$inferSelect,
): Promise<void> {
  await ctx.db
    .update(orders)
    .set({
      payment: "received",
      paidAt: sql`now()`,
      changedAt: sql`now()`,
      reason: null,
      dueAt: sql`now()`,
    })
    .where(eq(orders.id, id));
  await recordAudit(ctx, {
    action: "order.paid",
    subject: "order",
    subjectId: id,
    resellerId,
    before: { payment },
    after: { payment: "received" },
  });
}

/** The account that it came to, by its owner where the provider tells that. */
async function findReceivingAccount(
  ctx: Ctx,
  provider: ProviderName,
  { account, owner }: ConfirmedTransaction,
): Promise<ReceivingAccount | undefined> {
  const [found] = await ctx.db
    .select({
      id: dedicatedAccounts.id,
      resellerId: dedicatedAccounts.resellerId,
      state: dedicatedAccounts.state,
      number: dedicatedAccounts.number,
      currency: dedicatedAccounts.currency,
      reseller: resellers.state,
    })
    .from(dedicatedAccounts)
    .innerJoin(resellers, eq(resellers.id, dedicatedAccounts.resellerId))
    .where(
      and(
        eq(dedicatedAccounts.provider, provider),
        owner ? eq(dedicatedAccounts.owner, owner) : eq(dedicatedAccounts.number, account ?? ""),
      ),
    );
  return found;
}
