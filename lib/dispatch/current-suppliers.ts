import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { isAnySending } from "#lib/purchase/queue/choose-supplier";

/** Returns whether purchases are sent to any supplier now. Admins only. */
export async function isSending(ctx: Ctx): Promise<boolean> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ sending: boolean }>(sql`select ${isAnySending()} as sending`);
  return row?.sending ?? false;
}
