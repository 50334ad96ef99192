import { sql } from "drizzle-orm";
import { type Ctx, requireReseller } from "#lib/core/context";

/**
 * Keeps what a list of the acting reseller bought from being sent, or lets it go on. What is on its way finishes; should it
 * come back unsent, it waits too. Part of its caller's transaction. Deadlines go on.
 */
export async function pauseRun(
  ctx: Ctx,
  { runId, paused }: { runId: number; paused: boolean },
): Promise<void> {
  const { id } = requireReseller(ctx);
  await ctx.db.execute(sql`
    update purchases set paused = ${paused}
    where run_id = ${runId} and reseller_id = ${id} and state in ('queued', 'sending') and paused <> ${paused}`);
}
