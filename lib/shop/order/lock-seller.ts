import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { lockWallet } from "#lib/ledger/lock-wallet";

/** Locks a reseller and their wallet, before one of their orders, in the order of `lockWallet`. */
export async function lockSeller(ctx: Ctx, resellerId: number): Promise<void> {
  await ctx.db.execute(sql`select from resellers where id = ${resellerId} for no key update`);
  await lockWallet(ctx, resellerId);
}
