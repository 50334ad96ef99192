import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { wallets } from "#db/schema/ledger";
import { payments } from "#db/schema/payment";
import { record } from "#lib/audit/record";
import { Amount } from "#lib/core/amount";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { invalid, PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { askForPage } from "./ask-for-page.ts";
import { configured, type Providers } from "./configured.ts";
import { PROVIDERS } from "./provider.ts";
import { newReference } from "./reference.ts";
import { paymentSettings } from "./settings.ts";

export const StartFundingInput = z.object({
  /** Comes with the form: the same ref is the same payment. */
  ref: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  amount: Amount,
  provider: z.enum(PROVIDERS, "Choose how to pay."),
  /** The page of ours that the money is for, to which the way leads back: a path. */
  next: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])/)
    .optional(),
});
export type StartFundingInput = z.input<typeof StartFundingInput>;

type Payment = typeof payments.$inferSelect;

const MOST_OPEN = 5;

/** Attempts for which the provider opened no page: nothing can be paid by them. So many within ten minutes, then a pause. */
const MAX_ATTEMPTS = 20;

/**
 * Begins a payment into the acting reseller's wallet on a provider's page. Nothing is credited before the provider says
 * that it was paid.
 * @returns its reference, the same for the same ref. @throws invalid at `amount` or `provider`; conflict while five are
 *   open; rate_limited after many that the provider did not open; ref_reused; unavailable when the provider gives no page:
 *   the same again is the same payment.
 */
export async function startFunding(
  ctx: Ctx,
  input: StartFundingInput,
  using: Providers = configured(),
): Promise<{ reference: string }> {
  const { id } = requireReseller(ctx);
  const wanted = StartFundingInput.parse(input);
  const payment = await inTransaction(ctx, async (tx) => {
    await tx.db.select().from(wallets).where(eq(wallets.resellerId, id)).for("update");
    return (await knownOf(tx, id, wanted)) ?? (await insert(tx, id, wanted, using));
  });
  if (payment.page === null && payment.state === "started") await askPage(ctx, payment, wanted.next, using);
  return { reference: payment.reference };
}

async function knownOf(
  ctx: Ctx,
  resellerId: number,
  { ref, amount, provider }: z.output<typeof StartFundingInput>,
): Promise<Payment | undefined> {
  const [same] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.resellerId, resellerId), eq(payments.ref, ref)));
  if (same && (same.amount !== amount || same.provider !== provider))
    throw new PortalError("ref_reused", "This form began another payment already. Open the wallet again.");
  return same;
}

async function insert(
  ctx: Ctx,
  resellerId: number,
  { ref, amount, provider }: z.output<typeof StartFundingInput>,
  using: Providers,
): Promise<Payment> {
  const { off, least, most, feeBearer } = await paymentSettings(ctx);
  if (!using.has(provider) || off.includes(provider))
    throw invalid("provider", "This way to pay is not offered at the moment.");
  if (amount < least) throw invalid("amount", `At least ${formatMoney(least)}.`);
  if (amount > most) throw invalid("amount", `At most ${formatMoney(most)} at once.`);
  await refuseTooMany(ctx, resellerId);
  const [payment] = await ctx.db
    .insert(payments)
    .values({
      ...{ resellerId, ref, amount, provider, feeBearer },
      reference: newReference("P"),
      purpose: "wallet",
      currency: env().CURRENCY,
      expiresAt: sql`now() + interval '1 day'`,
      nextCheckAt: sql`now() + interval '1 minute'`,
    })
    .returning();
  if (!payment) throw new Error("A payment was not written.");
  await record(ctx, {
    action: "payment.started",
    subject: "payment",
    subjectId: payment.reference,
    resellerId,
    after: { payment: "started", provider, amount, feeBearer },
  });
  return payment;
}

/** @throws conflict while five payments are open; rate_limited after many attempts that opened none */
async function refuseTooMany(ctx: Ctx, resellerId: number): Promise<void> {
  const [count] = await ctx.db
    .select({
      open: sql<number>`count(*) filter (where ${payments.page} is not null)::int`,
      attempts: sql<number>`count(*) filter (where ${payments.page} is null and ${payments.startedAt} > now() - interval '10 minutes')::int`,
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
  if ((count?.open ?? 0) >= MOST_OPEN)
    throw new PortalError("conflict", `${MOST_OPEN} of your payments are open. Finish one of these first.`);
  if ((count?.attempts ?? 0) >= MAX_ATTEMPTS)
    throw new PortalError(
      "rate_limited",
      "No payment could be opened. You paid nothing. Try again in ten minutes.",
      {
        facts: { retryAfter: 600 },
      },
    );
}

async function askPage(
  ctx: Ctx,
  payment: Payment,
  next: string | undefined,
  using: Providers,
): Promise<void> {
  const [payer] = await ctx.db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, payment.resellerId));
  const query = new URLSearchParams({ back: "1", ...(next && { next }) });
  const returnTo = `/wallet/payments/${payment.reference}?${query}`;
  const { email = "", name = "" } = payer ?? {};
  await askForPage(ctx, payment, { returnTo, email, name }, using);
}
