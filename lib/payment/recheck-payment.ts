import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { payments } from "#db/schema/payment";
import { consumeAttempt } from "#lib/account/throttle";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { getProviders, type Providers } from "./providers/configured-providers.ts";
import { ignoreUnclear, type ProviderName, type VerifiedPayment } from "./providers/provider.ts";
import { PROVIDERS, parseProviderName } from "./providers/providers.ts";
import { isRecheckAllowed, RECHECK_PAUSE_S } from "./recheck-pause.ts";
import { syncPayment } from "./sync-payment.ts";

export const RecheckPaymentInput = z.object({ reference: z.string().max(100) });
export type RecheckPaymentInput = z.infer<typeof RecheckPaymentInput>;

/**
 * Asks the provider once more about a payment of the acting reseller's.
 * @returns what it says, or `unanswered` when that is nothing clear.
 * @throws not_found; rate_limited when it was asked a
 *   moment ago.
 */
export async function recheckOwnPayment(
  ctx: Ctx,
  input: RecheckPaymentInput,
  providers: Providers = getProviders(),
): Promise<VerifiedPayment["state"] | "unanswered"> {
  const { id } = requireReseller(ctx);
  const { reference } = RecheckPaymentInput.parse(input);
  const isOwner = and(eq(payments.resellerId, id), eq(payments.purpose, "wallet"));
  const provider = await claimRecheck(ctx, reference, isOwner);
  return verifyWithProvider(ctx, provider, reference, providers);
}

/** So many an admin asks for within an hour before they have to wait: providers limit what they are asked. */
const MAX_CHECKS_PER_HOUR = 400;

/**
 * Checks a payment to the operator with its provider and records the response. Admins only.
 * @returns the result as a sentence
 * @throws not_found; rate_limited when it was checked a moment ago, or the admin checks too often;
 * unavailable when the response isn't clear
 */
export async function recheckPayment(
  ctx: Ctx,
  input: RecheckPaymentInput,
  providers: Providers = getProviders(),
): Promise<{ message: string }> {
  const admin = requireAdmin(ctx, "answer");
  const { reference } = RecheckPaymentInput.parse(input);
  if (admin.kind === "admin")
    await consumeAttempt(ctx, [{ name: `check-payments:${admin.id}`, free: MAX_CHECKS_PER_HOUR }]);
  const isOperator = isNull(payments.keysId);
  const provider = await inTransaction(ctx, async (tx) => {
    const provider = await claimRecheck(tx, reference, isOperator);
    await recordAudit(tx, { action: "payment.rechecked", subject: "payment", subjectId: reference });
    return provider;
  });
  const result = await verifyWithProvider(ctx, provider, reference, providers);
  if (result === "unanswered") {
    const message = `${PROVIDERS[provider].label} gave no clear response. The payment is checked again automatically.`;
    throw new PortalError("unavailable", message);
  }
  const [after] = await ctx.db
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.reference, reference));
  if (result === "paid" && after?.state === "review")
    return { message: "Paid, but not as requested. The money is in suspense." };
  return { message: STATE_LABELS[result] };
}

const STATE_LABELS: Record<VerifiedPayment["state"], string> = {
  paid: "Paid.",
  pending: "Awaiting payment.",
  failed: "The payment failed at the provider.",
  reversed: "Charged back by the payer’s bank.",
  unknown: "The payer hasn’t tried to pay.",
};

/** Takes the turn to ask for a payment. @returns its provider. @throws not_found; rate_limited */
async function claimRecheck(ctx: Ctx, reference: string, scope: SQL | undefined): Promise<ProviderName> {
  const wanted = and(eq(payments.reference, reference), scope);
  const [payment] = await ctx.db.select({ provider: payments.provider }).from(payments).where(wanted);
  if (!payment) throw notFoundError("payment");
  const [taken] = await ctx.db
    .update(payments)
    .set({ lookedAt: sql`now()` })
    .where(and(wanted, isRecheckAllowed(payments.lookedAt)))
    .returning({ id: payments.id });
  if (!taken) {
    const message = "We checked a moment ago. Check again in a few seconds.";
    throw new PortalError("rate_limited", message, { facts: { retryAfter: RECHECK_PAUSE_S } });
  }
  return parseProviderName(payment.provider);
}

async function verifyWithProvider(
  ctx: Ctx,
  provider: ProviderName,
  reference: string,
  providers: Providers,
): Promise<VerifiedPayment["state"] | "unanswered"> {
  const portal: Ctx = { ...ctx, actor: { kind: "system", name: "payment" } };
  return (await ignoreUnclear(syncPayment(portal, provider, { reference }, providers))) ?? "unanswered";
}
