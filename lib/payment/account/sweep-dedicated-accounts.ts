import { inArray, sql } from "drizzle-orm";
import { dedicatedAccounts as table } from "#db/schema/payment";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import type { Providers } from "#lib/payment/providers/configured-providers";
import { PaymentUnclear, ProviderError } from "#lib/payment/providers/provider";
import { receiveTransfers } from "./receive-transfers.ts";
import { hasNoOpenRequest, openAtProvider, REQUEST_DEADLINE } from "./request-dedicated-account.ts";

/** How many accounts one sweep asks for, one after the other: the longest waiting first. */
const BATCH_SIZE = 10;

/** A transfer may show this long after it was made. */
const MAX_TRANSFER_DELAY_MS = 6 * 3_600_000;

/**
 * Repeats requests for accounts whose response was lost, and checks open accounts for transfers whose webhook
 * was lost. Retired accounts are checked too, less often, because payers keep sending money to them.
 */
export async function sweepDedicatedAccounts(ctx: Ctx, providers: Providers): Promise<void> {
  requireSystem(ctx);
  const due = ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      sql`${table.nextCheckAt} <= now()
        and ${inArray(table.provider, [...providers.keys()])} and ${hasNoOpenRequest}`,
    )
    .orderBy(table.nextCheckAt)
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });
  const accounts = await ctx.db
    .update(table)
    .set({
      tries: sql`tries + 1`,
      claimedUntil: sql`case when state = 'requested' then ${REQUEST_DEADLINE} end`,
      nextCheckAt: sql`now() + case state
        when 'open' then interval '15 minutes'
        when 'retired' then interval '6 hours'
        else least(interval '6 hours', interval '1 minute' * power(2, least(tries, 10)))
      end`,
    })
    .where(inArray(table.id, due))
    .returning();
  const silent = new Set<string>();
  for (const account of accounts) {
    // Who does not answer for one is not waited for with the others.
    if (silent.has(account.provider)) continue;
    if (!(await checkDedicatedAccount(ctx, account, providers))) silent.add(account.provider);
  }
}

/** @returns whether its provider answered. */
async function checkDedicatedAccount(
  ctx: Ctx,
  account: typeof table.$inferSelect,
  providers: Providers,
): Promise<boolean> {
  const provider = [...providers.values()].find(({ name }) => name === account.provider);
  if (!provider) return true;
  const { id, state, checkedAt, openedAt } = account;
  const begun = new Date();
  try {
    if (state === "requested") return (await openAtProvider(ctx, provider, account)) === "open";
    const since = checkedAt ?? openedAt ?? begun;
    await receiveTransfers(ctx, provider, account, new Date(since.getTime() - MAX_TRANSFER_DELAY_MS));
    await ctx.db.update(table).set({ checkedAt: begun }).where(sql`id = ${id}`);
    return true;
  } catch (error) {
    // A rejected account is already recorded.
    if (error instanceof PortalError) return true;
    if (error instanceof ProviderError)
      log.warn("payment.unclear", { provider: provider.name, reason: error.reason });
    else log.error("payment.account_not_requested", { provider: provider.name, account: id, error });
    return !(error instanceof PaymentUnclear);
  }
}
