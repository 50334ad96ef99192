import { and, eq, isNull, sql } from "drizzle-orm";
import { payments } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import type { Providers } from "./providers/configured-providers.ts";
import { PAYMENT_METHODS, PaymentUnclear, ProviderError } from "./providers/provider.ts";
import { PROVIDERS, parseProviderName } from "./providers/providers.ts";

type CheckoutPayment = Pick<
  typeof payments.$inferSelect,
  "id" | "reference" | "amount" | "currency" | "provider"
>;

/**
 * Asks the provider for its page of a payment that was recorded, outside of any transaction. The same
 * reference again is the same payment there.
 * @param payer who pays, and where on the portal they come back to
 * @returns the page. @throws unavailable when the provider gives none: nothing was paid
 */
export async function createCheckout(
  ctx: Ctx,
  payment: CheckoutPayment,
  { returnTo, email, name }: { returnTo: string; email: string; name: string },
  providers: Providers,
): Promise<string> {
  const { reference, amount, currency } = payment;
  const provider = parseProviderName(payment.provider);
  try {
    const started = await providers.get(provider)?.startPayment({
      reference,
      amount,
      currency,
      email,
      name,
      methods: [...PAYMENT_METHODS],
      returnTo: new URL(returnTo, env().NEXTAUTH_URL).href,
    });
    if (!started) throw new PaymentUnclear(provider, "its keys are not set");
    await ctx.db
      .update(payments)
      .set({
        page: started.page,
        openingUntil: null,
        ...(started.expiresAt && { expiresAt: sql`least(expires_at, ${started.expiresAt.toISOString()})` }),
      })
      .where(and(eq(payments.id, payment.id), isNull(payments.page)));
    return started.page;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn("payment.not_started", { provider, reference, reason: error.reason });
    const message = `${PROVIDERS[provider].label} can’t take payments right now. You weren’t charged. Try again in a moment.`;
    throw new PortalError("unavailable", message, { cause: error });
  }
}
