import { count, eq, lt, type SQL, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { wallets } from "#db/schema/wallet";
import { type Ctx, requireAdmin } from "#lib/core/context";

/**
 * Sums all wallets, in minor units: money paid in and advanced is owed, held or sold. `check` proves it from
 * every entry. Admins only.
 */
export async function getLedgerSummary(ctx: Ctx) {
  requireAdmin(ctx);
  const { funding, wallet, held, sales, advanced } = wallets;
  const sum = (amounts: SQL) => sql`coalesce(sum(${amounts}), 0)`.mapWith(wallet);
  const [sums] = await ctx.db
    .select({
      paidIn: sum(sql`-${funding}`),
      /** The wallets above zero. */
      owed: sum(sql`greatest(${wallet}, 0)`),
      /** The wallets below zero, as a positive amount. */
      owing: sum(sql`-least(${wallet}, 0)`),
      held: sum(sql`${held}`),
      sold: sum(sql`${sales}`),
      /** Credited for unconfirmed purchases, and not closed, repaid or waived. */
      advanced: sum(sql`-${advanced}`),
      wallets: count(),
    })
    .from(wallets);
  if (!sums) throw new Error("a sum has one row");
  /** The wallets furthest below zero. */
  const belowZero = await ctx.db
    .select({ resellerId: wallets.resellerId, name: accounts.name, wallet: wallets.wallet })
    .from(wallets)
    .innerJoin(accounts, eq(accounts.id, wallets.resellerId))
    .where(lt(wallets.wallet, 0n))
    .orderBy(wallets.wallet)
    .limit(20);
  const balanced = sums.paidIn + sums.advanced === sums.owed - sums.owing + sums.held + sums.sold;
  return { ...sums, balanced, belowZero };
}
export type LedgerSummary = Awaited<ReturnType<typeof getLedgerSummary>>;
