import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { SENDING } from "./sending.ts";

export const StopDispatchingInput = z.object({ reason: Reason });
export type StopDispatchingInput = z.infer<typeof StopDispatchingInput>;

/**
 * Stops the sending of purchases until an admin starts it again: no probes. What is in flight finishes. A stop
 * that the portal made by itself becomes the admin's own. Admins only.
 * @throws conflict, saying who, when an admin has stopped it already.
 */
export function stopDispatching(ctx: Ctx, { reason }: StopDispatchingInput): Promise<void> {
  requireAdmin(ctx);
  const actor = actorName(ctx.actor);
  return inTransaction(ctx, async (ctx) => {
    const [was] = await ctx.db.execute<{ stopped: boolean; stop_reason: string | null }>(sql`
      with old as (select stopped, stop_reason from dispatcher for update)
      update dispatcher d set stopped = true, stop_reason = ${reason}, stopped_by = ${actor}, stopped_at = now(), probe_at = null
      from old where not d.stopped or d.probe_at is not null returning old.stopped, old.stop_reason`);
    if (!was) throw await changedMeanwhile(ctx, SENDING);
    await record(ctx, {
      ...SENDING,
      action: "dispatch.stopped",
      reason,
      before: { stopped: was.stopped, ...(was.stopped && { why: was.stop_reason, triesAgain: true }) },
      after: { stopped: true, ...(was.stopped && { triesAgain: false }) },
    });
  });
}
