import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { payments } from "#db/schema/payment";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { configured, type Providers } from "./configured.ts";
import { PaymentUnanswered, PROVIDERS, type Verified } from "./provider.ts";
import { verifyPayment } from "./verify-payment.ts";

/** A payer asks at most this often; in seconds. */
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
  const mine = and(
    eq(payments.reference, reference),
    eq(payments.resellerId, id),
    eq(payments.purpose, "wallet"),
  );
  const [payment] = await ctx.db.select().from(payments).where(mine);
  if (!payment) throw notFound("payment");
  const pause = sql`make_interval(secs => ${PAUSE})`;
  const free = sql`(${payments.lookedAt} is null or ${payments.lookedAt} < now() - ${pause})`;
  const [taken] = await ctx.db
    .update(payments)
    .set({ lookedAt: sql`now()` })
    .where(and(mine, free))
    .returning({ id: payments.id });
  if (!taken) {
    const words = "We asked a moment ago. Ask again in a few seconds.";
    throw new PortalError("rate_limited", words, { facts: { retryAfter: PAUSE } });
  }
  const provider = PROVIDERS.find((name) => name === payment.provider) ?? "paystack";
  const portal: Ctx = { ...ctx, actor: { kind: "system", name: "payment" } };
  try {
    return await verifyPayment(portal, provider, { reference }, using);
  } catch (error) {
    if (!(error instanceof PaymentUnanswered)) throw error;
    log.warn("payment.unanswered", { provider, why: error.why });
    return "unanswered";
  }
}
