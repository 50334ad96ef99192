import { inArray, sql } from "drizzle-orm";
import { dedicatedAccounts as table } from "#db/schema/payment";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import type { Providers } from "#lib/payment/providers/configured-providers";
import { type Provider, ProviderError, ProviderUnreachable } from "#lib/payment/providers/provider";
import { receiveTransfers } from "./receive-transfers.ts";
import { hasNoOpenRequest, openAtProvider, REQUEST_DEADLINE } from "./request-dedicated-account.ts";

/** How many accounts one sweep asks for, one after the other: the longest waiting first. */
const MAX_ACCOUNTS = 10;

/** A transfer may show this long after it was made. */
const MAX_TRANSFER_DELAY_MS = 6 * 3_600_000;

/**
 * Repeats requests for accounts whose response was lost, and checks open accounts for transfers whose webhook
 * was lost. Retired accounts are checked too, less often, because payers keep sending money to them. Each is
 * claimed when its turn comes, so that one that ends the sweep takes no turn from those behind it.
 */
export async function sweepDedicatedAccounts(ctx: Ctx, providers: Providers): Promise<void> {
  requireSystem(ctx);
  const reachable = new Map<string, Provider>(
    [...providers.values()].map((provider) => [provider.name, provider]),
  );
  for (let n = 0; n < MAX_ACCOUNTS && reachable.size > 0; n += 1) {
    const account = await claimNextAccount(ctx, [...reachable.keys()]);
    const provider = account && reachable.get(account.provider);
    if (!provider) return;
    if (!(await checkDedicatedAccount(ctx, account, provider))) reachable.delete(provider.name);
  }
}

/** Claims the account that is due for the longest, and sets when it is next due. */
async function claimNextAccount(ctx: Ctx, names: string[]): Promise<typeof table.$inferSelect | undefined> {
  const next = ctx.db
    .select({ id: table.id })
    .from(table)
    .where(sql`${table.nextCheckAt} <= now() and ${inArray(table.provider, names)} and ${hasNoOpenRequest}`)
    .orderBy(table.nextCheckAt, table.id)
    .limit(1)
    .for("update", { skipLocked: true });
  const [account] = await ctx.db
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
    .where(inArray(table.id, next))
    .returning();
  return account;
}

/** @returns whether its provider could be reached: only no connection at all is the same for every account. */
async function checkDedicatedAccount(
  ctx: Ctx,
  account: typeof table.$inferSelect,
  provider: Provider,
): Promise<boolean> {
  const { id, state, checkedAt, openedAt } = account;
  const begun = new Date();
  try {
    if (state === "requested") await openAtProvider(ctx, provider, account);
    else {
      const since = checkedAt ?? openedAt ?? begun;
      const from = new Date(since.getTime() - MAX_TRANSFER_DELAY_MS);
      const { failure } = await receiveTransfers(ctx, provider, account, from);
      if (failure) throw failure;
      await ctx.db.update(table).set({ checkedAt: begun }).where(sql`id = ${id}`);
    }
    return true;
  } catch (error) {
    // A rejected account is already recorded.
    if (error instanceof PortalError) return true;
    if (error instanceof ProviderError)
      log.warn("payment.unclear", { provider: provider.name, account: id, reason: error.reason });
    else log.error("payment.account_not_requested", { provider: provider.name, account: id, error });
    return !(error instanceof ProviderUnreachable);
  }
}
