import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** The number of the last move of the balance that somebody recorded; 0 when there is none. Admins only. */
export async function lastMove(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ last: string }>(
    sql`select coalesce(max(id), 0) as last from upstream_moves`,
  );
  return Number(row?.last ?? 0);
}
