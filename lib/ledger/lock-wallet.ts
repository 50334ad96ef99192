import { eq, type SQL, sql } from "drizzle-orm";
import { wallets } from "#db/schema/wallet";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";

/**
 * Locks a reseller's wallet until the caller's transaction ends. Every transaction that locks several of
 * these locks them in this order, so that no two wait for each other:
 *
 * 1. the reseller, the token
 * 2. the payment that a provider confirms
 * 3. the wallet; those of several resellers in the order of their ids
 * 4. the purchase
 * 5. the order
 * 6. approval requests
 * 7. the funding request, or what a provider confirmed (`provider_transactions`), then the disputes about it
 *
 * Placing holds the wallet while it waits for a purchase with the same ref, and triggers change the order and
 * its refund when a purchase ends: so the wallet comes before these.
 * @returns its balance, in minor units; undefined for an account without a wallet
 */
export async function lockWallet(ctx: Ctx, resellerId: number): Promise<Minor | undefined> {
  const [row] = await ctx.db
    .select({ wallet: wallets.wallet })
    .from(wallets)
    .where(eq(wallets.resellerId, resellerId))
    .for("no key update");
  return row?.wallet;
}

/**
 * Builds a query that locks the wallets of the resellers that a query selects, in the order of `lockWallet`;
 * on its own or as part of a larger statement.
 */
export const selectLockedWallets = (resellers: SQL): SQL => sql`
  select w.reseller_id, w.wallet
  from wallets w
  where w.reseller_id in (${resellers})
  order by w.reseller_id
  for no key update`;
