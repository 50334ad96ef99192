import { sql } from "drizzle-orm";
import { batchLane } from "#lib/batch/place-batch-rows";
import type { Ctx } from "#lib/core/context";
import { runDueItems } from "#lib/core/lane/testing/run-due-items";

/** Places all rows that can be placed now, also of batches paused for a retry. */
export async function placeBatchRows(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`update batches set due_at = now() where due_at > now()`);
  await runDueItems(ctx, batchLane(ctx));
}
