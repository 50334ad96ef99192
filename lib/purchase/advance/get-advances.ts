import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** Delivered purchases whose buyers haven't answered, the oldest ones. */
const MAX_UNANSWERED = 20;

/** Returns the advances so far. Admins only. */
export async function getAdvances(ctx: Ctx) {
  requireAdmin(ctx);
  const unanswered = await ctx.db.execute<Record<"ident" | "reseller" | "price" | "at", string>>(sql`
    select p.ident, a.name as reseller, p.price, p.settled_at::text as at
    from purchases p join accounts a on a.id = p.reseller_id
    where p.advance = 'awaiting_consent'
    order by p.settled_at
    limit ${MAX_UNANSWERED}`);
  const [row] = await ctx.db.execute<Record<"open" | "awaiting" | "sum", string>>(sql`
    select
      count(*) filter (where advance = 'open') as open,
      count(*) filter (where advance = 'awaiting_consent') as awaiting,
      coalesce(sum(price), 0) as sum
    from purchases
    where advance in ('open', 'awaiting_consent')`);
  if (!row) throw new Error("a count has one row");
  return {
    open: Number(row.open),
    awaiting: Number(row.awaiting),
    sum: BigInt(row.sum),
    unanswered: unanswered.map(({ ident, reseller, price, at }) => ({
      ...{ ident, reseller, price: BigInt(price), askedAt: new Date(at) },
    })),
  };
}
