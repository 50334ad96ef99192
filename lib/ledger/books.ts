import { count, eq, lt, type SQL, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { wallets } from "#db/schema/ledger";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";

/** All wallets together, in minor units: what was paid in is owed, held or sold. */
export interface Books {
  /** What came in by credits, less what was taken out. */
  paidIn: Minor;
  /** What resellers can spend: the wallets above zero. */
  owed: Minor;
  /** What resellers owe after claw-backs: the wallets below zero, as a positive amount. */
  owing: Minor;
  /** Set aside for purchases on their way. */
  held: Minor;
  /** What delivered purchases brought. */
  sold: Minor;
  wallets: number;
  /** Whether it all adds up. */
  balanced: boolean;
  /** The wallets furthest below zero. */
  belowZero: { resellerId: number; name: string; wallet: Minor }[];
}

/** The state of the books by the wallets; `check` proves it from every entry. Admins only. */
export async function books(ctx: Ctx): Promise<Books> {
  requireAdmin(ctx);
  const { funding, wallet, held, sales } = wallets;
  const sum = (amounts: SQL) => sql`coalesce(sum(${amounts}), 0)`.mapWith(wallet);
  const [sums] = await ctx.db
    .select({
      paidIn: sum(sql`-${funding}`),
      owed: sum(sql`greatest(${wallet}, 0)`),
      owing: sum(sql`-least(${wallet}, 0)`),
      held: sum(sql`${held}`),
      sold: sum(sql`${sales}`),
      wallets: count(),
    })
    .from(wallets);
  if (!sums) throw new Error("a sum has one row");
  const belowZero = await ctx.db
    .select({ resellerId: wallets.resellerId, name: accounts.name, wallet: wallets.wallet })
    .from(wallets)
    .innerJoin(accounts, eq(accounts.id, wallets.resellerId))
    .where(lt(wallets.wallet, 0n))
    .orderBy(wallets.wallet)
    .limit(20);
  const balanced = sums.paidIn === sums.owed - sums.owing + sums.held + sums.sold;
  return { ...sums, balanced, belowZero };
}
