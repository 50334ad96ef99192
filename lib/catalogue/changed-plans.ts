import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** The ids of the plans that changed, came, vanished or got another price with a version of the catalogue. */
export async function changedPlans(ctx: Ctx, version: number): Promise<number[]> {
  const rows = await ctx.db.execute<{ plan_id: number }>(sql`
    select plan_id from plan_changes where version = ${version}
    union select plan_id from plan_prices where version = ${version} order by plan_id`);
  return rows.map(({ plan_id }) => plan_id);
}
