import { sql } from "drizzle-orm";
import { type Ctx, requireReseller } from "#lib/core/context";

/**
 * Pauses or resumes the queued purchases of the acting reseller's batch. Purchases being sent finish, or wait too if they
 * come back unsent; deadlines keep running. Part of the caller's transaction.
 */
export async function setBatchPaused(
  ctx: Ctx,
  { batchId, paused }: { batchId: number; paused: boolean },
): Promise<void> {
  const { id } = requireReseller(ctx);
  await ctx.db.execute(sql`
    update purchases set paused = ${paused}
    where batch_id = ${batchId} and reseller_id = ${id} and state in ('queued', 'sending') and paused <> ${paused}`);
}
