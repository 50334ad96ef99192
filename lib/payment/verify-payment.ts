import { and, eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { payments } from "#db/schema/payment";
import { record } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { giveBackMoney, isTakenBack, takeBackMoney } from "./charge-back.ts";
import { configured, type Providers } from "./configured.ts";
import { followDisputes, isLost } from "./disputes.ts";
import { PaymentUnanswered, type Provider, type ProviderName, type Verified } from "./provider.ts";
import { askedBy, recordMoney } from "./record-money.ts";

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
  keysId: number | null = null,
): Promise<Verified["state"]> {
  requireSystem(ctx);
  const asked = using.get(provider);
  if (!asked) throw new PaymentUnanswered(provider, "its keys are not set");
  const said = await asked.verify(of);
  if (said.state === "paid") {
    const money = moneyOf(provider, said);
    const isNew = await recordMoney(ctx, provider, money, keysId);
    if (!isNew && keysId === null) {
      try {
        await followDisputes(ctx, asked, money.transaction);
      } finally {
        await perhapsGiveBack(ctx, asked, money);
      }
    }
  } else {
    const takenBack = said.state === "reversed" && keysId === null ? said.transaction : null;
    if (takenBack) await takeBackMoney(ctx, provider, takenBack);
    await recordNoMoney(ctx, { provider, keysId }, said, "reference" in of ? of.reference : said.reference);
    if (takenBack) await followDisputes(ctx, asked, takenBack);
  }
  return said.state;
}

/**
 * Money that was taken back and is confirmed again. The provider is asked once more: the answer at hand may have been on
 * its way when the money was taken.
 */
async function perhapsGiveBack(
  ctx: Ctx,
  asked: Provider,
  { transaction, gross, currency }: ReturnType<typeof moneyOf>,
): Promise<void> {
  if (!(await isTakenBack(ctx, asked.name, transaction)) || (await isLost(ctx, asked.name, transaction)))
    return;
  const again = await asked.verify({ transaction });
  const same = again.transaction === transaction && again.amount === gross && again.currency === currency;
  if (again.state === "paid" && same) await giveBackMoney(ctx, asked.name, transaction);
}

/** What a provider confirmed, as it is written down. @throws PaymentUnanswered when it makes no sense. */
export function moneyOf(provider: ProviderName, said: Verified) {
  const { transaction, currency, amount, fee, paidAt, reference, way, account, owner, raw } = said;
  if (transaction === null || currency === null || amount <= 0n)
    throw new PaymentUnanswered(provider, "it calls a payment paid without saying which, or how much");
  const possible = fee !== null && fee >= 0n && fee <= amount;
  return {
    ...{ transaction, reference, currency, way, account, owner, raw },
    gross: amount,
    fee: possible ? fee : null,
    paidAt: paidAt ?? new Date(),
  };
}

/** Nothing was paid, or not yet. What is past its time ends, now that the provider was asked after it. */
async function recordNoMoney(
  ctx: Ctx,
  { provider, keysId }: { provider: ProviderName; keysId: number | null },
  { state }: Verified,
  reference: string | null,
): Promise<void> {
  if (reference === null) return;
  const ours = and(eq(payments.provider, provider), eq(payments.reference, reference), askedBy(keysId));
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
