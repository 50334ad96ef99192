import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";

/** What the audit records of stopping and starting are about. */
export const DISPATCH_SUBJECT = { subject: "dispatch", subjectId: "1" } as const;

export const StopDispatchingInput = z.object({ reason: Reason });
export type StopDispatchingInput = z.infer<typeof StopDispatchingInput>;

/**
 * Stops the sending of purchases until an admin starts it again: no probes. What is in flight finishes. A stop
 * that the portal made by itself becomes the admin's own. Admins only.
 * @throws conflict, saying who, when an admin has stopped it already.
 */
export async function stopDispatching(ctx: Ctx, input: StopDispatchingInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { reason } = StopDispatchingInput.parse(input);
  const actor = actorName(ctx.actor);
  return inTransaction(ctx, async (ctx) => {
    const [was] = await ctx.db.execute<{ stopped: boolean; stop_reason: string | null }>(sql`
      with old as (select stopped, stop_reason from dispatcher for update)
      update dispatcher d set stopped = true, stop_reason = ${reason}, stopped_by = ${actor}, stopped_at = now(), probe_at = null
      from old where not d.stopped or d.probe_at is not null returning old.stopped, old.stop_reason`);
    if (!was) throw await changedMeanwhile(ctx, DISPATCH_SUBJECT);
    await record(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.stopped",
      reason,
      before: { stopped: was.stopped, ...(was.stopped && { why: was.stop_reason, triesAgain: true }) },
      after: { stopped: true, ...(was.stopped && { triesAgain: false }) },
    });
  });
}

export const StartDispatchingInput = z.object({
  reason: Reason,
  /** The stop that the form knew of (`DispatchStatus.stop`); the command line knows of none. */
  seen: z.string().max(40).optional(),
});
export type StartDispatchingInput = z.infer<typeof StartDispatchingInput>;

/**
 * Starts the sending of purchases, whoever stopped it. Admins only.
 * @throws conflict, saying who, when it runs already or was stopped anew since the form was made.
 */
export async function startDispatching(ctx: Ctx, input: StartDispatchingInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { reason, seen } = StartDispatchingInput.parse(input);
  return inTransaction(ctx, async (ctx) => {
    const [was] = await ctx.db.execute<{ stop_reason: string | null }>(sql`
      with old as (select stop_reason from dispatcher for update)
      update dispatcher d set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null, probe_at = null,
        probe_pause = 0, back_off = 0
      from old where d.stopped and (${seen ?? null}::text is null or d.stopped_at::text = ${seen ?? null})
      returning old.stop_reason`);
    if (!was) throw await changedMeanwhile(ctx, DISPATCH_SUBJECT);
    await record(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.started",
      reason,
      before: { stopped: true, why: was.stop_reason },
      after: { stopped: false },
    });
  });
}

const OnPriceRise = z.enum(["refund", "wait"]);
export type OnPriceRise = z.infer<typeof OnPriceRise>;

export const SetOnPriceRiseInput = z.object({
  to: OnPriceRise,
  /** What it was when the form was made. */
  seen: OnPriceRise,
  reason: Reason,
});
export type SetOnPriceRiseInput = z.infer<typeof SetOnPriceRiseInput>;

/**
 * Chooses what becomes of a purchase that waits while its plan comes to cost more than was paid for it, or goes off sale:
 * its money goes back at once, or it waits, until its deadline at most. It is sent at a loss in no case. Admins only.
 * @throws conflict when somebody changed it meanwhile.
 */
export async function setOnPriceRise(ctx: Ctx, input: SetOnPriceRiseInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { to, seen, reason } = SetOnPriceRiseInput.parse(input);
  await inTransaction(ctx, async (ctx) => {
    const changed = await ctx.db.execute(sql`
      update dispatcher set on_price_rise = ${to} where on_price_rise = ${seen} returning id`);
    if (changed.length === 0) throw await changedMeanwhile(ctx, DISPATCH_SUBJECT);
    await record(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.on_price_rise",
      reason,
      before: { onPriceRise: seen },
      after: { onPriceRise: to },
    });
  });
}
