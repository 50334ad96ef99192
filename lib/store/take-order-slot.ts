import { sql } from "drizzle-orm";
import { addressBucket } from "#lib/account/throttle";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";

/** Many honest customers share one address of a mobile network, so the limits are wide. */
const PER_ADDRESS = { most: 20, within: "10 minutes" };
const PER_SHOP = { most: 120, within: "10 minutes" };

/**
 * Takes one place of the caller's address and one of the shop, or none: whoever calls it rolls back when it
 * throws. Exact however many call at once, since each bucket's row is locked by the statement that counts.
 * @throws rate_limited
 */
export async function takeOrderSlot(ctx: Ctx, storeId: number): Promise<void> {
  const taken = await ctx.db.execute(sql`
    insert into order_limits as t (bucket, taken, most, until) values
      (${addressBucket(ctx.address ?? "unknown").name}, 1, ${PER_ADDRESS.most}, now() + ${PER_ADDRESS.within}::interval),
      (${`store:${storeId}`}, 1, ${PER_SHOP.most}, now() + ${PER_SHOP.within}::interval)
    on conflict (bucket) do update set
      taken = case when t.until <= now() then 1 else t.taken + 1 end,
      until = case when t.until <= now() then excluded.until else t.until end
    where t.until <= now() or t.taken < excluded.most
    returning 1`);
  if (taken.length === 2) return;
  const words = "Many orders came in just now. Nothing was ordered. Please try again in a few minutes.";
  throw new PortalError("rate_limited", words, { facts: { retryAfter: 600 } });
}
