import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { payments } from "#db/schema/payment";
import { recordAudit } from "#lib/audit/record-audit";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { conflictError, invalidError, PortalError } from "#lib/core/error";
import { FormRef, requireSameContent } from "#lib/core/form-ref";
import { Amount } from "#lib/core/money/amount";
import { formatMoney } from "#lib/core/money/money";
import { lockWallet } from "#lib/ledger/lock-wallet";
import { createCheckout } from "./create-checkout.ts";
import { paymentSettings } from "./payment-settings.ts";
import { getProviders, type Providers } from "./providers/configured-providers.ts";
import { PROVIDER_NAMES } from "./providers/provider.ts";
import { createReference } from "./reference.ts";

export const StartFundingInput = z.object({
  /** Comes with the form: the same ref is the same payment. */
  ref: FormRef,
  amount: Amount,
  provider: z.enum(PROVIDER_NAMES, "Select a payment method."),
  /** The page of ours that the money is for, to which the way leads back: a path. */
  next: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])/)
    .optional(),
});
export type StartFundingInput = z.input<typeof StartFundingInput>;

type PaymentRow = typeof payments.$inferSelect;

const MAX_OPEN_PAYMENTS = 5;

/**
 * Attempts for which the provider opened no page: nothing can be paid by them.
 * So many within ten minutes, then a pause.
 */
const MAX_ATTEMPTS = 20;

/**
 * Begins a payment into the acting reseller's wallet on a provider's page. Nothing is credited before the
 * provider says that it was paid.
 * @returns its reference, the same for the same ref.
 * @throws invalid at `amount` or `provider`; conflict while five are open; rate_limited after many that the
 * provider did not open; ref_reused; unavailable when the provider gives no page: the same again is the same
 * payment.
 */
export async function startFunding(
  ctx: Ctx,
  input: StartFundingInput,
  providers: Providers = getProviders(),
): Promise<{ reference: string }> {
  const { id } = requireReseller(ctx);
  const wanted = StartFundingInput.parse(input);
  const payment = await inTransaction(ctx, async (tx) => {
    await lockWallet(tx, id);
    return (await findPaymentByRef(tx, id, wanted)) ?? (await insertPayment(tx, id, wanted, providers));
  });
  if (payment.page === null && payment.state === "started")
    await openCheckout(ctx, payment, wanted.next, providers);
  return { reference: payment.reference };
}

async function findPaymentByRef(
  ctx: Ctx,
  resellerId: number,
  { ref, amount, provider }: z.output<typeof StartFundingInput>,
): Promise<PaymentRow | undefined> {
  const [same] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.resellerId, resellerId), eq(payments.ref, ref)));
  if (same)
    requireSameContent(
      same,
      { amount, provider },
      "This form already started another payment. Reload the page and try again.",
    );
  return same;
}

async function insertPayment(
  ctx: Ctx,
  resellerId: number,
  { ref, amount, provider }: z.output<typeof StartFundingInput>,
  providers: Providers,
): Promise<PaymentRow> {
  const settings = await readSettings(ctx, paymentSettings);
  const { minAmount, maxAmount, feeBearer } = settings;
  if (!providers.has(provider) || !settings[provider])
    throw invalidError("provider", "This payment method isn’t available. Select another one.");
  if (amount < minAmount || amount > maxAmount)
    throw invalidError("amount", `Enter ${formatMoney(minAmount)} to ${formatMoney(maxAmount)}.`);
  await rejectTooManyPayments(ctx, resellerId);
  const [payment] = await ctx.db
    .insert(payments)
    .values({
      resellerId,
      ref,
      amount,
      provider,
      feeBearer,
      reference: createReference("P"),
      purpose: "wallet",
      currency: env().CURRENCY,
      expiresAt: sql`now() + interval '1 day'`,
      nextCheckAt: sql`now() + interval '1 minute'`,
    })
    .returning();
  if (!payment) throw new Error("The insert of a payment returned no row.");
  await recordAudit(ctx, {
    action: "payment.started",
    subject: "payment",
    subjectId: payment.reference,
    resellerId,
    after: { payment: "started", provider, amount, feeBearer },
  });
  return payment;
}

/** @throws conflict while five payments are open; rate_limited after many attempts that opened none */
async function rejectTooManyPayments(ctx: Ctx, resellerId: number): Promise<void> {
  const [count] = await ctx.db
    .select({
      open: sql<number>`count(*) filter (where ${payments.page} is not null)::int`,
      attempts: sql<number>`count(*) filter (
        where ${payments.page} is null and ${payments.startedAt} > now() - interval '10 minutes')::int`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.resellerId, resellerId),
        eq(payments.purpose, "wallet"),
        eq(payments.state, "started"),
        gt(payments.expiresAt, sql`now()`),
      ),
    );
  if ((count?.open ?? 0) >= MAX_OPEN_PAYMENTS)
    throw conflictError(
      `You already have ${MAX_OPEN_PAYMENTS} payments awaiting payment. Complete one on your wallet page, or wait until one expires.`,
    );
  if ((count?.attempts ?? 0) >= MAX_ATTEMPTS)
    throw new PortalError(
      "rate_limited",
      "We couldn’t open a payment page. You weren’t charged. Try again in 10 minutes.",
      {
        facts: { retryAfter: 600 },
      },
    );
}

async function openCheckout(
  ctx: Ctx,
  payment: PaymentRow,
  next: string | undefined,
  providers: Providers,
): Promise<void> {
  const [payer] = await ctx.db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, payment.resellerId));
  const query = new URLSearchParams({ back: "1", ...(next && { next }) });
  const returnTo = `/wallet/payments/${payment.reference}?${query}`;
  const { email = "", name = "" } = payer ?? {};
  await createCheckout(ctx, payment, { returnTo, email, name }, providers);
}
