import { and, eq, isNull, sql } from "drizzle-orm";
import { payments } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import type { Providers } from "./configured.ts";
import { PROVIDER_NAMES } from "./names.ts";
import { PaymentRefused, PaymentUnanswered, PROVIDERS, WAYS } from "./provider.ts";

type Payment = Pick<typeof payments.$inferSelect, "id" | "reference" | "amount" | "currency" | "provider">;

/**
 * Asks the provider for its page of a payment that was written down, outside of any transaction. The same reference again
 * is the same payment there.
 * @param payer who pays, and where on the portal they come back to
 * @returns the page. @throws unavailable when the provider gives none: nothing was paid
 */
export async function askForPage(
  ctx: Ctx,
  payment: Payment,
  { returnTo, email, name }: { returnTo: string; email: string; name: string },
  using: Providers,
): Promise<string> {
  const { reference, amount, currency } = payment;
  const provider = PROVIDERS.find((one) => one === payment.provider) ?? "paystack";
  try {
    const started = await using.get(provider)?.start({
      ...{ reference, amount, currency, email, name, ways: [...WAYS] },
      returnTo: new URL(returnTo, env().NEXTAUTH_URL).href,
    });
    if (!started) throw new PaymentUnanswered(provider, "its keys are not set");
    await ctx.db
      .update(payments)
      .set({
        page: started.page,
        ...(started.expiresAt && { expiresAt: sql`least(expires_at, ${started.expiresAt.toISOString()})` }),
      })
      .where(and(eq(payments.id, payment.id), isNull(payments.page)));
    return started.page;
  } catch (error) {
    if (!(error instanceof PaymentUnanswered || error instanceof PaymentRefused)) throw error;
    log.warn("payment.not_started", { provider, reference, why: error.why });
    const words = `${PROVIDER_NAMES[provider]} does not open a payment just now. Nothing was paid: try again in a moment.`;
    throw new PortalError("unavailable", words, { cause: error });
  }
}
