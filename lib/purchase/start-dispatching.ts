import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { SENDING } from "./sending.ts";

export const StartDispatchingInput = z.object({
  reason: Reason,
  /** The stop that the form knew of (`DispatchingView.stop`); the command line knows of none. */
  seen: z.string().max(40).optional(),
});
export type StartDispatchingInput = z.infer<typeof StartDispatchingInput>;

/**
 * Starts the sending of purchases, whoever stopped it. Admins only.
 * @throws conflict, saying who, when it runs already or was stopped anew since the form was made.
 */
export function startDispatching(ctx: Ctx, { reason, seen }: StartDispatchingInput): Promise<void> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [was] = await ctx.db.execute<{ stop_reason: string | null }>(sql`
      with old as (select stop_reason from dispatcher for update)
      update dispatcher d set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null, probe_at = null,
        probe_pause = 0, back_off = 0
      from old where d.stopped and (${seen ?? null}::text is null or d.stopped_at::text = ${seen ?? null})
      returning old.stop_reason`);
    if (!was) throw await changedMeanwhile(ctx, SENDING);
    await record(ctx, {
      ...SENDING,
      action: "dispatch.started",
      reason,
      before: { stopped: true, why: was.stop_reason },
      after: { stopped: false },
    });
  });
}
