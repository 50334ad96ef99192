import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";

export const StartDispatchingInput = z.object({ reason: Reason });
export type StartDispatchingInput = z.infer<typeof StartDispatchingInput>;

/** Starts the sending of purchases, whoever stopped it. Admins only. @throws conflict when it runs already. */
export function startDispatching(ctx: Ctx, { reason }: StartDispatchingInput): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [was] = await ctx.db.execute<{ stop_reason: string | null; stopped_by: string | null }>(sql`
      with old as (select stop_reason, stopped_by from dispatcher for update)
      update dispatcher d set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null, probe_at = null,
        probe_pause = 0
      from old where d.stopped returning old.stop_reason, old.stopped_by`);
    if (!was) throw new PortalError("conflict", "Sending is already running.");
    await record(ctx, {
      action: "dispatch.started",
      subject: "dispatch",
      subjectId: "1",
      reason,
      before: { stoppedBy: was.stopped_by, reason: was.stop_reason },
    });
  });
}
