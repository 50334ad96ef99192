import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { payments, providerTransactions } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";
import type { ProviderName } from "#lib/payment/providers/provider";

/** How long after a chargeback a dispute can be won. */
export const MAX_CHARGEBACK_RETURN_DAYS = 180;

/** Whether this money was charged back and has not come back; or, if asked so, whether it has. */
export async function isChargedBack(
  ctx: Ctx,
  provider: ProviderName,
  transaction: string,
  { andGivenBack = false } = {},
): Promise<boolean> {
  const { reversedAt, restoredAt } = providerTransactions;
  const count = await ctx.db.$count(
    providerTransactions,
    and(
      eq(providerTransactions.provider, provider),
      eq(providerTransactions.transaction, transaction),
      sql`${reversedAt} is not null and (${restoredAt} is not null) = ${andGivenBack}`,
    ),
  );
  return count > 0;
}

/** Since when the money that paid an order is charged back; null while it stands. Rights are the caller's. */
export async function getOrderChargebackDate(
  ctx: Ctx,
  { orderId }: { orderId: number },
): Promise<Date | null> {
  const { reversedAt, restoredAt, paymentId } = providerTransactions;
  const [found] = await ctx.db
    .select({ reversedAt })
    .from(providerTransactions)
    .innerJoin(payments, and(eq(payments.id, paymentId), eq(payments.state, "paid")))
    .where(and(eq(payments.orderId, orderId), isNotNull(reversedAt), isNull(restoredAt)));
  return found?.reversedAt ?? null;
}
