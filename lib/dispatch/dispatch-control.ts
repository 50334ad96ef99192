import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";

/** The subject of audit records about sending to a supplier. */
export const getDispatchSubject = (supplierId: number) =>
  ({ subject: "dispatch", subjectId: String(supplierId) }) as const;

/** The subject of those about sending to all suppliers. */
export const DISPATCH_SUBJECT = { subject: "dispatch", subjectId: "all" } as const;

/** All suppliers unless given. */
const SupplierId = z.coerce.number().int().min(1).optional();

export const StopDispatchingInput = z.object({ reason: Reason, supplierId: SupplierId });
export type StopDispatchingInput = z.input<typeof StopDispatchingInput>;

const StopRow = z.object({ stopped: z.boolean(), stopReason: z.string().nullable() });

/**
 * Stops sending to all suppliers, or to one, without probes, until an admin starts it again. Purchases in
 * flight finish. An automatic stop of the one becomes the admin's. Admins only.
 * @throws conflict, naming the admin who already stopped it.
 */
export async function stopDispatching(ctx: Ctx, input: StopDispatchingInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { reason, supplierId } = StopDispatchingInput.parse(input);
  const actor = formatActor(ctx.actor);
  return inTransaction(ctx, async (ctx) => {
    const [was] = await readRows(ctx.db, StopRow)`${
      supplierId === undefined
        ? sql`
          with old as (select stopped, stop_reason from dispatcher for update)
          update dispatcher d set stopped = true, stop_reason = ${reason}, stopped_by = ${actor},
            stopped_at = now()
          from old where not d.stopped returning old.stopped, old.stop_reason`
        : sql`
          with old as (select stopped, stop_reason from supplier_sending
            where supplier_id = ${supplierId} for update)
          update supplier_sending d set stopped = true, stop_reason = ${reason}, stopped_by = ${actor},
            stopped_at = now(),
            probe_at = null
          from old where supplier_id = ${supplierId} and (not d.stopped or d.probe_at is not null)
          returning old.stopped, old.stop_reason`
    }`;
    const subject = toSubject(supplierId);
    if (!was) throw await explainConflict(ctx, subject);
    await recordAudit(ctx, {
      ...subject,
      action: "dispatch.stopped",
      reason,
      before: { stopped: was.stopped, ...(was.stopped && { reason: was.stopReason, triesAgain: true }) },
      after: { stopped: true, ...(was.stopped && { triesAgain: false }) },
    });
  });
}

const toSubject = (supplierId: number | undefined) =>
  supplierId === undefined ? DISPATCH_SUBJECT : getDispatchSubject(supplierId);

export const StartDispatchingInput = z.object({
  reason: Reason,
  supplierId: SupplierId,
  /** The stop that the form showed (`DispatchStatus.stop`); the command line sends none. */
  stoppedAt: z.string().max(40).optional(),
});
export type StartDispatchingInput = z.input<typeof StartDispatchingInput>;

/**
 * Starts sending to one supplier after a manual or an automatic stop, or to all: then also to those that were
 * stopped automatically. Admins only.
 * @throws conflict, naming the admin, when it already runs or was stopped again since the form was rendered.
 */
export async function startDispatching(ctx: Ctx, input: StartDispatchingInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { supplierId, ...started } = StartDispatchingInput.parse(input);
  return inTransaction(ctx, async (ctx) => {
    if (supplierId !== undefined) return startSupplier(ctx, supplierId, started);
    const startedAll = await startAll(ctx, started);
    const paused = await readRows(ctx.db, z.object({ id: int }))`
      select supplier_id as id from supplier_sending where stopped and probe_at is not null
        order by supplier_id`;
    if (!startedAll && (started.stoppedAt !== undefined || paused.length === 0))
      throw await explainConflict(ctx, DISPATCH_SUBJECT);
    for (const { id } of paused) await startSupplier(ctx, id, { reason: started.reason });
  });
}

type Start = Omit<z.output<typeof StartDispatchingInput>, "supplierId">;

async function startAll(ctx: Ctx, { reason, stoppedAt }: Start): Promise<boolean> {
  const [was] = await readRows(ctx.db, StopRow.pick({ stopReason: true }))`
    with old as (select stop_reason from dispatcher for update)
    update dispatcher d set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null
    from old where d.stopped and (${stoppedAt ?? null}::text is null
      or d.stopped_at::text = ${stoppedAt ?? null})
    returning old.stop_reason`;
  if (was) await recordStart(ctx, { subject: DISPATCH_SUBJECT, reason, was: was.stopReason });
  return was !== undefined;
}

async function startSupplier(ctx: Ctx, id: number, { reason, stoppedAt }: Start): Promise<void> {
  const [was] = await readRows(ctx.db, StopRow.pick({ stopReason: true }))`
    with old as (select stop_reason from supplier_sending where supplier_id = ${id} for update)
    update supplier_sending d set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null,
      probe_at = null, probe_delay_seconds = 0, backoff_seconds = 0
    from old where supplier_id = ${id} and d.stopped
      and (${stoppedAt ?? null}::text is null or d.stopped_at::text = ${stoppedAt ?? null})
    returning old.stop_reason`;
  const subject = getDispatchSubject(id);
  if (!was) throw await explainConflict(ctx, subject);
  await recordStart(ctx, { subject, reason, was: was.stopReason });
}

interface StartRecord {
  subject: ReturnType<typeof toSubject>;
  reason: string;
  was: string | null;
}

const recordStart = (ctx: Ctx, { subject, reason, was }: StartRecord) =>
  recordAudit(ctx, {
    ...subject,
    action: "dispatch.started",
    reason,
    before: { stopped: true, reason: was },
    after: { stopped: false },
  });

const PriceRisePolicy = z.enum(["refund", "wait"]);
export type PriceRisePolicy = z.infer<typeof PriceRisePolicy>;

export const SetPriceRisePolicyInput = z.object({
  to: PriceRisePolicy,
  expected: PriceRisePolicy,
  reason: Reason,
});
export type SetPriceRisePolicyInput = z.infer<typeof SetPriceRisePolicyInput>;

/**
 * Sets the policy for a queued purchase whose plan now costs more than its price, or is no longer sold:
 * refund it at once, or let it wait until its deadline. It is never sent at a loss. Admins only.
 * @throws conflict when another admin changed it meanwhile.
 */
export async function setPriceRisePolicy(ctx: Ctx, input: SetPriceRisePolicyInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { to, expected, reason } = SetPriceRisePolicyInput.parse(input);
  await inTransaction(ctx, async (ctx) => {
    const changed = await ctx.db.execute(sql`
      update dispatcher set on_price_rise = ${to} where on_price_rise = ${expected} returning id`);
    if (changed.length === 0) throw await explainConflict(ctx, DISPATCH_SUBJECT);
    await recordAudit(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.on_price_rise",
      reason,
      before: { onPriceRise: expected },
      after: { onPriceRise: to },
    });
  });
}
