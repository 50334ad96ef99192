import { count, eq, lt, type SQL, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { wallets } from "#db/schema/ledger";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";

/** All wallets together, in minor units. Money paid in is owed, held or sold. */
export interface LedgerSummary {
  /** Credits less debits. */
  paidIn: Minor;
  /** The wallets above zero: what resellers can spend. */
  owed: Minor;
  /** The wallets below zero, as a positive amount: what resellers owe after clawbacks. */
  owing: Minor;
  /** Held for purchases that aren't settled. */
  held: Minor;
  /** Paid for delivered purchases. */
  sold: Minor;
  wallets: number;
  /** Whether it all adds up. */
  balanced: boolean;
  /** The wallets furthest below zero. */
  belowZero: { resellerId: number; name: string; wallet: Minor }[];
}

/** The state of the books by the wallets; `check` proves it from every entry. Admins only. */
export async function getLedgerSummary(ctx: Ctx): Promise<LedgerSummary> {
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
