import { and, eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { payments } from "#db/schema/payment";
import { record } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { configured, type Providers } from "./configured.ts";
import { PaymentUnanswered, type ProviderName, type Verified } from "./provider.ts";
import { recordMoney } from "./record-money.ts";

/**
 * Asks a provider what became of a payment, by our reference or its own transaction, and writes down what it says. Only
 * the portal itself does; never inside a transaction, since the provider may take its time.
 * @returns what the provider said. @throws PaymentUnanswered when nothing definite is known.
 */
export async function verifyPayment(
  ctx: Ctx,
  provider: ProviderName,
  of: { reference: string } | { transaction: string },
  using: Providers = configured(),
): Promise<Verified["state"]> {
  requireSystem(ctx);
  const asked = using.get(provider);
  if (!asked) throw new PaymentUnanswered(provider, "its keys are not set");
  const said = await asked.verify(of);
  if (said.state === "paid") await recordMoney(ctx, provider, moneyOf(provider, said));
  else await recordNoMoney(ctx, provider, said, "reference" in of ? of.reference : said.reference);
  return said.state;
}

function moneyOf(provider: ProviderName, said: Verified) {
  const { transaction, currency, amount, fee, paidAt, reference, way, account, raw } = said;
  if (transaction === null || currency === null || amount <= 0n)
    throw new PaymentUnanswered(provider, "it calls a payment paid without saying which, or how much");
  const possible = fee !== null && fee >= 0n && fee <= amount;
  return {
    ...{ transaction, reference, currency, way, account, raw },
    gross: amount,
    fee: possible ? fee : null,
    paidAt: paidAt ?? new Date(),
  };
}

/** Nothing was paid, or not yet. What is past its time ends, now that the provider was asked after it. */
async function recordNoMoney(
  ctx: Ctx,
  provider: ProviderName,
  { state, transaction }: Verified,
  reference: string | null,
): Promise<void> {
  if (state === "reversed") log.warn("payment.reversed", { provider, transaction });
  if (reference === null) return;
  const ours = and(eq(payments.provider, provider), eq(payments.reference, reference));
  const failed = state === "failed" || state === "reversed";
  await inTransaction(ctx, async (tx) => {
    const [payment] = await tx.db
      .update(payments)
      .set({ checkedAt: sql`now()` })
      .where(ours)
      .returning({
        id: payments.id,
        resellerId: payments.resellerId,
        state: payments.state,
        over: sql<boolean>`${payments.expiresAt} < now()`,
      });
    if (payment?.state !== "started" || !(failed || payment.over)) return;
    const ended = failed ? "failed" : "expired";
    await tx.db
      .update(payments)
      .set({ state: ended, endedAt: sql`now()` })
      .where(and(eq(payments.id, payment.id), inArray(payments.state, ["started"])));
    await record(tx, {
      action: `payment.${ended}`,
      subject: "payment",
      subjectId: reference,
      resellerId: payment.resellerId,
      before: { payment: "started" },
      after: { payment: ended },
    });
  });
}
