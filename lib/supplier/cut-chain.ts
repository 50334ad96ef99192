import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

interface ChainCut {
  /** All suppliers unless given. */
  supplierId?: number;
  /** When it began; null: it is as long as `latest` only. */
  earliest: SQL;
  latest: SQL;
}

/**
 * Records a time in which a supplier's balance may have moved by anything: the balance chain starts again
 * after it, and finds no discrepancy in it. Part of its caller's transaction.
 */
export async function cutChain(ctx: Ctx, { supplierId, earliest, latest }: ChainCut): Promise<void> {
  await ctx.db.execute(sql`
    insert into chain_cuts (supplier_id, earliest, latest)
    values (${supplierId ?? null}, least(${earliest}, ${latest}), ${latest})`);
}
