import { eq, lt, sql } from "drizzle-orm";
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
  const [row] = await ctx.db.execute<
    Record<"paid_in" | "owed" | "owing" | "held" | "sold" | "wallets", string>
  >(sql`
    select coalesce(-sum(funding), 0) as paid_in, coalesce(sum(greatest(wallet, 0)), 0) as owed,
      coalesce(-sum(least(wallet, 0)), 0) as owing, coalesce(sum(held), 0) as held, coalesce(sum(sales), 0) as sold,
      count(*) as wallets
    from wallets`);
  const belowZero = await ctx.db
    .select({ resellerId: wallets.resellerId, name: accounts.name, wallet: wallets.wallet })
    .from(wallets)
    .innerJoin(accounts, eq(accounts.id, wallets.resellerId))
    .where(lt(wallets.wallet, 0n))
    .orderBy(wallets.wallet)
    .limit(20);
  const [paidIn, owed, owing, held, sold] = (["paid_in", "owed", "owing", "held", "sold"] as const).map(
    (name) => BigInt(row?.[name] ?? 0),
  ) as [Minor, Minor, Minor, Minor, Minor];
  return {
    paidIn,
    owed,
    owing,
    held,
    sold,
    wallets: Number(row?.wallets ?? 0),
    balanced: paidIn === owed - owing + held + sold,
    belowZero,
  };
}
