import { z } from "zod";
import { int, readRows } from "#lib/core/read-rows";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { asReseller } from "#lib/testing/scene";
import { createWorldCtx } from "./create-world-ctx.ts";
import { submitTwice } from "./submit-twice.ts";

/**
 * Has buyers cancel purchases that were queued a moment ago, each twice at once: some are being sent. A
 * database that isn't confirmed would reject it.
 */
export async function cancelSome({ count }: { count: number }): Promise<void> {
  const ctx = createWorldCtx();
  const waiting = await readRows(ctx.db, z.object({ ident: z.string(), reseller: int }))`
    select ident, reseller_id as reseller from purchases
    where state in ('queued', 'sending') and is_home_database() order by id desc limit ${count}`;
  for (const { ident, reseller } of waiting) {
    const buyer = await asReseller(ctx, reseller);
    await submitTwice(() => cancelPurchase(buyer, { ident }));
  }
}
