import { sql } from "drizzle-orm";
import { type Ctx, requireBuyer } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { where } from "#lib/core/page";
import { filterConditions, type PurchaseFilter } from "./filter.ts";

export interface Totals {
  count: number;
  /** Delivered: how many, and what they cost the reseller in minor units. */
  delivered: number;
  spent: Minor;
  /** Still open: what they hold in minor units. */
  held: Minor;
}

/** The sums over all of the acting reseller's purchases that a filter finds. */
export async function totals(ctx: Ctx, filter: PurchaseFilter): Promise<Totals> {
  const buyer = requireBuyer(ctx);
  const conditions = [sql`p.reseller_id = ${buyer.id}`, ...filterConditions(filter, false)];
  const [row] = await ctx.db.execute<{ count: string; delivered: string; spent: string; held: string }>(sql`
    select count(*) as count, count(*) filter (where state = 'successful') as delivered,
      coalesce(sum(price) filter (where state = 'successful'), 0) as spent,
      coalesce(sum(price) filter (where state in ('queued', 'sending', 'unconfirmed')), 0) as held
    from purchases p ${where(conditions)}`);
  const { count = 0, delivered = 0, spent = 0, held = 0 } = row ?? {};
  return { count: Number(count), delivered: Number(delivered), spent: BigInt(spent), held: BigInt(held) };
}
