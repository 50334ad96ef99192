import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { payments } from "#db/schema/payment";
import { takeTry } from "#lib/account/throttle";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { configured, type Providers } from "./configured.ts";
import { PROVIDER_NAMES } from "./names.ts";
import { PaymentUnanswered, PROVIDERS, type ProviderName, type Verified } from "./provider.ts";
import { verifyPayment } from "./verify-payment.ts";

/** A payment is asked for by people at most this often; in seconds. */
const PAUSE = 10;

export const LookAgainInput = z.object({ reference: z.string().max(100) });
export type LookAgainInput = z.infer<typeof LookAgainInput>;

/**
 * Asks the provider once more about a payment of the acting reseller's.
 * @returns what it says, or `unanswered` when that is nothing clear. @throws not_found; rate_limited when it was asked a
 *   moment ago.
 */
export async function lookAgain(
  ctx: Ctx,
  input: LookAgainInput,
  using: Providers = configured(),
): Promise<Verified["state"] | "unanswered"> {
  const { id } = requireReseller(ctx);
  const { reference } = LookAgainInput.parse(input);
  const mine = and(eq(payments.resellerId, id), eq(payments.purpose, "wallet"));
  const provider = await takeTurn(ctx, reference, mine);
  return ask(ctx, provider, reference, using);
}

/** So many an admin asks for within an hour before they have to wait: providers limit what they are asked. */
const CHECKS = 400;

/**
 * Asks the provider once more about a payment to the operator, whosesoever it is; what it says is written down as by a sweep.
 * Admins only. @returns in words what became of it. @throws not_found; rate_limited when it was asked a moment ago, or an admin
 *   asked very often; unavailable when the provider gives no clear answer.
 */
export async function checkPayment(
  ctx: Ctx,
  input: LookAgainInput,
  using: Providers = configured(),
): Promise<{ said: string }> {
  const admin = requireAdmin(ctx, "answer");
  const { reference } = LookAgainInput.parse(input);
  if (admin.kind === "admin") await takeTry(ctx, [{ name: `check-payments:${admin.id}`, free: CHECKS }]);
  const theirs = isNull(payments.keysId);
  const provider = await inTransaction(ctx, async (tx) => {
    const provider = await takeTurn(tx, reference, theirs);
    await record(tx, { action: "payment.asked_again", subject: "payment", subjectId: reference });
    return provider;
  });
  const said = await ask(ctx, provider, reference, using);
  if (said === "unanswered") {
    const words = `${PROVIDER_NAMES[provider]} gives no clear answer just now. It is asked again by itself.`;
    throw new PortalError("unavailable", words);
  }
  const [after] = await ctx.db
    .select({ state: payments.state })
    .from(payments)
    .where(eq(payments.reference, reference));
  if (said === "paid" && after?.state === "review")
    return { said: "Money came that is not just what was asked for: it is under Suspense." };
  return { said: SAID[said] };
}

const SAID: Record<Verified["state"], string> = {
  paid: "Paid.",
  pending: "Not paid yet.",
  failed: "The payment failed there.",
  reversed: "The payer’s bank took it back.",
  unknown: "Nobody tried to pay it there.",
};

/** Takes the turn to ask for a payment. @returns its provider. @throws not_found; rate_limited */
async function takeTurn(ctx: Ctx, reference: string, whose: SQL | undefined): Promise<ProviderName> {
  const wanted = and(eq(payments.reference, reference), whose);
  const [payment] = await ctx.db.select({ provider: payments.provider }).from(payments).where(wanted);
  if (!payment) throw notFound("payment");
  const pause = sql`make_interval(secs => ${PAUSE})`;
  const free = sql`(${payments.lookedAt} is null or ${payments.lookedAt} < now() - ${pause})`;
  const [taken] = await ctx.db
    .update(payments)
    .set({ lookedAt: sql`now()` })
    .where(and(wanted, free))
    .returning({ id: payments.id });
  if (!taken) {
    const words = "We asked a moment ago. Ask again in a few seconds.";
    throw new PortalError("rate_limited", words, { facts: { retryAfter: PAUSE } });
  }
  return PROVIDERS.find((name) => name === payment.provider) ?? "paystack";
}

async function ask(
  ctx: Ctx,
  provider: ProviderName,
  reference: string,
  using: Providers,
): Promise<Verified["state"] | "unanswered"> {
  const portal: Ctx = { ...ctx, actor: { kind: "system", name: "payment" } };
  try {
    return await verifyPayment(portal, provider, { reference }, using);
  } catch (error) {
    if (!(error instanceof PaymentUnanswered)) throw error;
    log.warn("payment.unanswered", { provider, why: error.why });
    return "unanswered";
  }
}
