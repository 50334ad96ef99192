import { and, eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { payments } from "#db/schema/payment";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { isChargedBack } from "./dispute/read-chargeback.ts";
import { recordChargeback, recordChargebackWon } from "./dispute/record-chargeback.ts";
import { isDisputeLost, recordDisputes } from "./dispute/record-disputes.ts";
import { getProviders, type Providers } from "./providers/configured-providers.ts";
import {
  type PaymentLookup,
  PaymentUnclear,
  type Provider,
  type ProviderName,
  type VerifiedPayment,
} from "./providers/provider.ts";
import { matchesKeys, recordProviderTransaction } from "./transaction/record-provider-transaction.ts";

/**
 * Asks a provider about a payment, by our reference or its transaction, and records the response: the one way
 * in which a payment is credited, fails, expires or is charged back. Never called inside a transaction, which
 * would wait for the provider. System only.
 * @returns the state at the provider
 * @throws PaymentUnclear when the response isn't clear: nothing is recorded
 */
export async function syncPayment(
  ctx: Ctx,
  provider: ProviderName,
  lookup: PaymentLookup,
  providers: Providers = getProviders(),
  keysId: number | null = null,
): Promise<VerifiedPayment["state"]> {
  requireSystem(ctx);
  const adapter = providers.get(provider);
  if (!adapter) throw new PaymentUnclear(provider, "its keys are not set");
  const payment = await adapter.verify(lookup);
  if (payment.state === "paid") await recordPaid(ctx, adapter, payment, keysId);
  else {
    const reference = "reference" in lookup ? lookup.reference : payment.reference;
    await recordUnpaid(ctx, adapter, { ...payment, reference }, keysId);
  }
  return payment.state;
}

async function recordPaid(
  ctx: Ctx,
  adapter: Provider,
  payment: VerifiedPayment,
  keysId: number | null,
): Promise<void> {
  const money = toConfirmedTransaction(adapter.name, payment);
  const isNew = await recordProviderTransaction(ctx, adapter.name, money, keysId);
  if (isNew || keysId !== null) return;
  try {
    await recordDisputes(ctx, adapter, money.transaction);
  } finally {
    await recordWonChargeback(ctx, adapter, money);
  }
}

async function recordUnpaid(
  ctx: Ctx,
  adapter: Provider,
  payment: VerifiedPayment,
  keysId: number | null,
): Promise<void> {
  const reversed = payment.state === "reversed" && keysId === null ? payment.transaction : null;
  if (reversed) await recordChargeback(ctx, adapter.name, reversed);
  await endUnpaidPayment(ctx, { provider: adapter.name, keysId }, payment);
  if (reversed) await recordDisputes(ctx, adapter, reversed);
}

/**
 * Records a chargeback as won when its transaction is confirmed again. Asks the provider once more, because
 * the response at hand may be from before the chargeback.
 */
async function recordWonChargeback(
  ctx: Ctx,
  adapter: Provider,
  { transaction, gross, currency }: ReturnType<typeof toConfirmedTransaction>,
): Promise<void> {
  if (
    !(await isChargedBack(ctx, adapter.name, transaction)) ||
    (await isDisputeLost(ctx, adapter.name, transaction))
  )
    return;
  const payment = await adapter.verify({ transaction });
  const isSame =
    payment.transaction === transaction && payment.amount === gross && payment.currency === currency;
  if (payment.state === "paid" && isSame) await recordChargebackWon(ctx, adapter.name, transaction);
}

/**
 * Reads a paid payment as a transaction to record.
 * @throws PaymentUnclear when it names no transaction, currency or amount
 */
export function toConfirmedTransaction(provider: ProviderName, payment: VerifiedPayment) {
  const { transaction, currency, amount, fee, paidAt, reference, method, account, owner, raw } = payment;
  if (transaction === null || currency === null || amount <= 0n)
    throw new PaymentUnclear(provider, "it reported a payment as paid without its ID, currency or amount");
  const isPossible = fee !== null && fee >= 0n && fee <= amount;
  return {
    transaction,
    reference,
    currency,
    method,
    account,
    owner,
    raw,
    gross: amount,
    fee: isPossible ? fee : null,
    paidAt: paidAt ?? new Date(),
  };
}

/** Ends a started payment that failed, or that the provider was asked about after its expiry. */
async function endUnpaidPayment(
  ctx: Ctx,
  { provider, keysId }: { provider: ProviderName; keysId: number | null },
  { state, reference }: VerifiedPayment,
): Promise<void> {
  if (reference === null) return;
  const isMatch = and(
    eq(payments.provider, provider),
    eq(payments.reference, reference),
    matchesKeys(keysId),
  );
  const failed = state === "failed" || state === "reversed";
  await inTransaction(ctx, async (tx) => {
    const [payment] = await tx.db
      .update(payments)
      .set({ checkedAt: sql`now()` })
      .where(isMatch)
      .returning({
        id: payments.id,
        resellerId: payments.resellerId,
        state: payments.state,
        isExpired: sql<boolean>`${payments.expiresAt} < now()`,
      });
    if (payment?.state !== "started" || !(failed || payment.isExpired)) return;
    const ended = failed ? "failed" : "expired";
    await tx.db
      .update(payments)
      .set({ state: ended, endedAt: sql`now()` })
      .where(and(eq(payments.id, payment.id), inArray(payments.state, ["started"])));
    await recordAudit(tx, {
      action: `payment.${ended}`,
      subject: "payment",
      subjectId: reference,
      resellerId: payment.resellerId,
      before: { payment: "started" },
      after: { payment: ended },
    });
  });
}
