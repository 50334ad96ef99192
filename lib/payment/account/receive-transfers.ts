import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { providerTransactions, dedicatedAccounts as table } from "#db/schema/payment";
import { type Ctx, requireReseller, requireSystem } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { log } from "#lib/core/log";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import { type Provider, ProviderError } from "#lib/payment/providers/provider";
import { isRecheckAllowed } from "#lib/payment/recheck-pause";
import { toConfirmedTransaction } from "#lib/payment/sync-payment";
import { recordProviderTransaction } from "#lib/payment/transaction/record-provider-transaction";

type PaymentAccountRow = typeof table.$inferSelect;

/**
 * Asks a provider for the transfers to a dedicated account since a moment, and records the new ones. Never
 * called inside a transaction. System only.
 * @returns the number of new transfers, and why others may be missing: readable ones are recorded
 */
export async function receiveTransfers(
  ctx: Ctx,
  provider: Provider,
  { owner, email, number }: Pick<PaymentAccountRow, "owner" | "email" | "number">,
  since: Date,
): Promise<{ fresh: number; failure?: ProviderError }> {
  requireSystem(ctx);
  if (number === null) return { fresh: 0 };
  const paid: ReturnType<typeof toConfirmedTransaction>[] = [];
  let failure: ProviderError | undefined;
  try {
    for await (const said of provider.listTransfers({ owner, email, number, since }))
      if (said.state === "paid") paid.push(toConfirmedTransaction(provider.name, said));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    failure = error;
  }
  const { transaction } = providerTransactions;
  const recorded = await ctx.db
    .select({ transaction })
    .from(providerTransactions)
    .where(
      and(
        eq(providerTransactions.provider, provider.name),
        inArray(
          transaction,
          paid.map((transfer) => transfer.transaction),
        ),
      ),
    );
  const seen = new Set(recorded.map((transfer) => transfer.transaction));
  let fresh = 0;
  for (const money of paid)
    if (!seen.has(money.transaction) && (await recordProviderTransaction(ctx, provider.name, money)))
      fresh += 1;
  return { fresh, ...(failure && { failure }) };
}

/** A reseller asks at most this often, in seconds, and this far back. */
const CHECK_PAUSE_S = 30;
const LOOKBACK_MS = 30 * 86_400_000;

export const CheckForTransfersInput = z.object({ id: Id });
export type CheckForTransfersInput = z.input<typeof CheckForTransfersInput>;

/**
 * Checks for transfers to the acting reseller's dedicated account in the last 30 days.
 * @returns the number of new transfers, or `unanswered`
 * @throws not_found; rate_limited when it was checked a moment ago
 */
export async function checkForTransfers(
  ctx: Ctx,
  input: CheckForTransfersInput,
  providers: Providers = getProviders(),
): Promise<number | "unanswered"> {
  const { id: resellerId } = requireReseller(ctx);
  const { id } = CheckForTransfersInput.parse(input);
  const isOwner = and(
    eq(table.id, id),
    eq(table.resellerId, resellerId),
    inArray(table.state, ["open", "retired"]),
  );
  const [account] = await ctx.db.select().from(table).where(isOwner);
  if (!account) throw notFoundError("dedicated account");
  const [taken] = await ctx.db
    .update(table)
    .set({ lookedAt: sql`now()` })
    .where(and(isOwner, isRecheckAllowed(table.lookedAt, CHECK_PAUSE_S)))
    .returning({ id: table.id });
  if (!taken) {
    const message = "We checked a moment ago. Check again in half a minute.";
    throw new PortalError("rate_limited", message, { facts: { retryAfter: CHECK_PAUSE_S } });
  }
  const provider = [...providers.values()].find(({ name }) => name === account.provider);
  if (!provider) return "unanswered";
  const portal: Ctx = { ...ctx, actor: { kind: "system", name: "payment" } };
  const since = new Date(Date.now() - LOOKBACK_MS);
  const { fresh, failure } = await receiveTransfers(portal, provider, account, since);
  if (!failure) return fresh;
  log.warn("payment.unclear", { provider: provider.name, account: id, reason: failure.reason });
  return fresh || "unanswered";
}
