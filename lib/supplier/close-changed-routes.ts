import { sql } from "drizzle-orm";
import { toTextKey } from "#lib/catalogue/text-key";
import type { Ctx } from "#lib/core/context";

/**
 * Closes each match of a plan that became another, until an admin confirms it: case and spaces don't count.
 * Part of each change of plans' texts; the database publishes no version without it (`check_routes_match`).
 */
export async function closeChangedRoutes(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    update routes r
    set confirmed_cost = null, closed_for = 'plan'
    from plans p
    where p.id = r.plan_id and p.listed_by <> r.supplier_id
      and ${toTextKey(sql`r.matched_texts`)} <> ${toTextKey(sql`plan_texts(p.id)`)}
      and (r.confirmed_cost is not null or r.closed_for is distinct from 'plan')`);
}
