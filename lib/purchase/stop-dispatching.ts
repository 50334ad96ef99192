import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";

export const StopDispatchingInput = z.object({ reason: Reason });
export type StopDispatchingInput = z.infer<typeof StopDispatchingInput>;

/**
 * Stops the sending of purchases until an admin starts it again: no probes. What is in flight finishes. A stop
 * that the portal made by itself becomes the admin's own. Admins only.
 * @throws conflict when an admin has stopped it already.
 */
export function stopDispatching(ctx: Ctx, { reason }: StopDispatchingInput): Promise<void> {
  requireAdmin(ctx);
  const actor = actorName(ctx.actor);
  return inTransaction(ctx, async (ctx) => {
    const stopped = await ctx.db.execute(sql`
      update dispatcher set stopped = true, stop_reason = ${reason}, stopped_by = ${actor}, stopped_at = now(), probe_at = null
      where not stopped or probe_at is not null returning id`);
    if (stopped.length === 0) throw new PortalError("conflict", "Another admin has already stopped sending.");
    await record(ctx, { action: "dispatch.stopped", subject: "dispatch", subjectId: "1", reason });
  });
}
