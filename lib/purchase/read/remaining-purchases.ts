import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import { type Ctx, requireReseller } from "#lib/core/context";
import { int, parseRow } from "#lib/core/read-rows";

/** A balance for this many usual purchases or more isn't low. */
const LOW_BELOW = sql.raw("10");

/**
 * Estimates how many more purchases a low balance of the acting reseller pays for, by the
 * median price of their last 20.
 * @returns null while the balance isn't low, for an empty one, and without earlier purchases.
 */
export async function estimateRemainingPurchases(ctx: Ctx): Promise<number | null> {
  const { id } = requireReseller(ctx);
  const rows = await selectRemainingPurchases(ctx.db, { id });
  return parseRow(z.object({ remaining: int.nullable() }), rows).remaining;
}

/** Selects the same: null also while the balance isn't low. */
export const remainingPurchasesOf = (id: SQL): SQL => sql`(
    select nullif(least(wallet / price, ${LOW_BELOW}), ${LOW_BELOW})::integer
    from wallets, (
      select percentile_disc(0.5) within group (order by price) as price
      from (
        select price
        from purchases
        where reseller_id = ${hideFromPlanner(id)}
        order by id desc
        limit 20
      ) latest
    ) usual
    where wallets.reseller_id = ${id} and wallet > 0 and price > 0
  )`;

const selectRemainingPurchases = prepareQuery<{ id: number }>(
  ({ id }) => sql`select ${remainingPurchasesOf(id)} as remaining`,
);
