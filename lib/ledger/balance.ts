import { eq } from "drizzle-orm";
import { wallets } from "#db/schema/ledger";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import type { Minor } from "#lib/core/money";

/** The acting reseller's spendable money and what open purchases hold, in minor units. */
export async function balance(ctx: Ctx): Promise<{ wallet: Minor; held: Minor }> {
  const buyer = requireBuyer(ctx);
  const [row] = await ctx.db
    .select({ wallet: wallets.wallet, held: wallets.held })
    .from(wallets)
    .where(eq(wallets.resellerId, buyer.id));
  if (!row) throw notFound("wallet");
  return row;
}
