import { z } from "zod";
import { int, readRows } from "#lib/core/read-rows";
import { createSystemCtx } from "#lib/job/start-worker";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { asReseller } from "#lib/testing/scene";

/**
 * Has buyers cancel purchases that were queued a moment ago, each twice at once: some are being sent. A
 * database that isn't confirmed would reject it.
 */
export async function cancelSome({ count }: { count: number }): Promise<void> {
  const ctx = createSystemCtx("world");
  const waiting = await readRows(ctx.db, z.object({ ident: z.string(), reseller: int }))`
    select ident, reseller_id as reseller from purchases
    where state in ('queued', 'sending') and is_home_database() order by id desc limit ${count}`;
  for (const { ident, reseller } of waiting) {
    const buyer = await asReseller(ctx, reseller);
    await Promise.allSettled([1, 2].map(() => cancelPurchase(buyer, { ident })));
  }
}
