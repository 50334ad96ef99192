import { and, eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { paymentAccounts, payments } from "#db/schema/payment";
import { orders } from "#db/schema/shop";
import { record } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { recordChange } from "./grown-money.ts";
import { type Account, isTransfer, judge, judgeTransfer, type Money } from "./judge-money.ts";
import type { ProviderName } from "./provider.ts";
import { paymentSettings } from "./settings.ts";
import { writeMoney } from "./write-money.ts";

/**
 * Writes money down that a provider confirms, once for each of its transactions, and what one grew by: into the wallet that
 * asked for just this, or whose account number it came to, or into suspense; what is paid by a reseller's own keys is theirs
 * already, and only said to be so. An order that was paid is so from the same moment on: one transaction, all of it or nothing. The
 * database refuses what does not agree. Part of verifying.
 * @param keysId the reseller's own keys by which it was asked for. What else comes to that account is no business of ours.
 * @returns whether it was new.
 */
export async function recordMoney(
  ctx: Ctx,
  provider: ProviderName,
  money: Money,
  keysId: number | null = null,
): Promise<boolean> {
  requireSystem(ctx);
  return inTransaction(ctx, async (tx) => {
    // Whoever verifies the same payment at the same time waits here, and then finds it paid.
    const [payment] = await tx.db
      .select()
      .from(payments)
      .where(
        and(eq(payments.provider, provider), eq(payments.reference, money.reference ?? ""), askedBy(keysId)),
      )
      .for("update");
    if (keysId !== null && !payment) return false;
    // The wallet before the order, as where a purchase ends.
    if (payment)
      await tx.db.execute(sql`select from wallets where reseller_id = ${payment.resellerId} for update`);
    // And who pays or delivers the same order in another way, here.
    const [order] = payment?.orderId
      ? await tx.db.select().from(orders).where(eq(orders.id, payment.orderId)).for("update")
      : [];
    const account = payment ? undefined : await accountOf(tx, provider, money);
    const arrived = isTransfer(money) && !payment;
    const verdict = arrived
      ? judgeTransfer(account, money, await paymentSettings(tx))
      : judge(payment, money, order);
    const [written] = await tx.db.execute<{ id: string }>(
      writeMoney(tx, provider, money, { payment, account, verdict }),
    );
    if (written && order && "credited" in verdict) await noteOrder(tx, order);
    if (!written) await recordChange(tx, provider, money, { payment, account, keysId });
    return written !== undefined;
  });
}

/** The payments that were asked for by these keys: a reseller's own account says nothing of what is paid to the operator. */
export const askedBy = (keysId: number | null) =>
  keysId === null ? isNull(payments.keysId) : eq(payments.keysId, keysId);

async function noteOrder(ctx: Ctx, { id, resellerId, payment }: typeof orders.$inferSelect): Promise<void> {
  await ctx.db
    .update(orders)
    .set({
      payment: "received",
      paidAt: sql`now()`,
      changedAt: sql`now()`,
      reason: null,
      nextLookAt: sql`now()`,
    })
    .where(eq(orders.id, id));
  await record(ctx, {
    action: "order.paid",
    subject: "order",
    subjectId: id,
    resellerId,
    before: { payment },
    after: { payment: "received" },
  });
}

/** The account that it came to, by its owner where the provider tells that. */
async function accountOf(
  ctx: Ctx,
  provider: ProviderName,
  { account, owner }: Money,
): Promise<Account | undefined> {
  const [found] = await ctx.db
    .select({
      id: paymentAccounts.id,
      resellerId: paymentAccounts.resellerId,
      state: paymentAccounts.state,
      number: paymentAccounts.number,
      currency: paymentAccounts.currency,
      reseller: resellers.state,
    })
    .from(paymentAccounts)
    .innerJoin(resellers, eq(resellers.id, paymentAccounts.resellerId))
    .where(
      and(
        eq(paymentAccounts.provider, provider),
        owner ? eq(paymentAccounts.owner, owner) : eq(paymentAccounts.number, account ?? ""),
      ),
    );
  return found;
}
