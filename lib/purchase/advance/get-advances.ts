import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { instant, int, minor, readRow, readRows } from "#lib/core/read-rows";

/** Delivered purchases whose buyers haven't answered, the oldest ones. */
const MAX_UNANSWERED = 20;

/** Returns the advances so far. Admins only. */
export async function getAdvances(ctx: Ctx) {
  requireAdmin(ctx);
  const unanswered = await readRows(
    ctx.db,
    z.object({ ident: z.string(), reseller: z.string(), price: minor, askedAt: instant }),
  )`
    select p.ident, a.name as reseller, p.price, p.settled_at as asked_at
    from purchases p join accounts a on a.id = p.reseller_id
    where p.advance = 'awaiting_consent'
    order by p.settled_at
    limit ${MAX_UNANSWERED}`;
  const totals = await readRow(ctx.db, z.object({ open: int, awaiting: int, sum: minor }))`
    select
      count(*) filter (where advance = 'open') as open,
      count(*) filter (where advance = 'awaiting_consent') as awaiting,
      coalesce(sum(price), 0) as sum
    from purchases
    where advance in ('open', 'awaiting_consent')`;
  return { ...totals, unanswered };
}
