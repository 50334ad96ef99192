import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { int, readRows } from "#lib/core/read-rows";
import { getSlotGap } from "#lib/purchase/queue/choose-supplier";
import type { Supplier } from "#lib/supplier/supplier";
import type { PurchaseResponse, UpstreamRejection } from "#lib/upstream/purchase-response";
import { getDispatchSubject } from "./dispatch-control.ts";
import { UNREACHABLE } from "./unreachable.ts";

const STOP_REASONS: Record<UpstreamRejection, string> = {
  unauthorized: "The supplier rejects the portal's token (401).",
  not_whitelisted: "The supplier denies access to the portal's address (403).",
  balance: "The balance at the supplier is too low.",
  daily_limit: "The operator's daily limit at the supplier is reached.",
  kyc: "The supplier restricts the operator's account (KYC).",
  negative_wallet: "The balance at the supplier is negative.",
  service: "The supplier's data service is turned off.",
};

/** So many unknown or contradictory responses in a row stop sending. */
const MAX_UNKNOWN_RESPONSES = 5;

/** The longest wait between two attempts on a dead connection, in seconds; after that sending stops. */
const MAX_BACK_OFF_S = 16;
/**
 * The longest pauses between two probes, in seconds: a rejection needs an admin, a dead connection may return
 * automatically.
 */
const MAX_PAUSE_S = { rejected: 600, dead: 60 };

/** Whether a response states the result of the purchase, without a discrepancy or a complaint. */
export function isConclusive({ result, discrepancy, rejection, httpStatus }: PurchaseResponse): boolean {
  const definite = result === "successful" || result === "failed" || result === "invalid";
  return definite && !discrepancy && !rejection && httpStatus !== 429;
}

/** The supplier whose sending a response adjusts. */
type Sending = Pick<Supplier, "id" | "perMinute">;

/**
 * Adjusts sending to a supplier to its response. A definite one keeps or starts it; a 429 or a dead
 * connection delays all purchases; a rejection of the operator's account, a series of unknown responses or a
 * connection that stays dead stops it until a probe succeeds. Other suppliers are unaffected.
 */
export async function adjustSending(ctx: Ctx, supplier: Sending, response: PurchaseResponse): Promise<void> {
  if (response.result === "unsent") return backOffSending(ctx, supplier, response.note);
  await ctx.db.execute(
    sql`update supplier_sending set backoff_seconds = 0
      where supplier_id = ${supplier.id} and backoff_seconds > 0`,
  );
  if (response.rejection) return stopSending(ctx, supplier, STOP_REASONS[response.rejection]);
  if (response.result === "throttled" || response.httpStatus === 429)
    await delaySending(ctx, supplier, (response.retryAfterMs ?? 10_000) / 1000);
  switch (response.result) {
    case "successful":
    case "failed":
    case "invalid":
      return response.discrepancy ? stopAfterUnknownResponses(ctx, supplier) : resumeSending(ctx, supplier);
    case "unconfirmed":
      return stopAfterUnknownResponses(ctx, supplier);
  }
}

const Resumed = z.object({ stopReason: z.string().nullable() });

async function resumeSending(ctx: Ctx, { id }: Sending): Promise<void> {
  const [was] = await readRows(ctx.db, Resumed)`
    with old as (
      select stop_reason from supplier_sending
      where supplier_id = ${id} and stopped and probe_at is not null for update
    )
    update supplier_sending set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null,
      probe_at = null, probe_delay_seconds = 0
    from old where supplier_id = ${id} returning old.stop_reason`;
  if (!was) return;
  log.info("dispatch.runs", { supplier: id });
  await recordAudit(ctx, {
    ...getDispatchSubject(id),
    action: "dispatch.started",
    reason: "The supplier responds again.",
    before: { stopped: true, reason: was.stopReason },
    after: { stopped: false },
  });
}

async function delaySending(ctx: Ctx, { id }: Sending, seconds: number): Promise<void> {
  await ctx.db.execute(sql`
    update supplier_sending
    set next_slot_at = greatest(next_slot_at, now() + make_interval(secs => ${Math.min(seconds, 300)}))
    where supplier_id = ${id}`);
}

/**
 * Delays the next attempt after a dead connection by 1, 2, 4, 8, 16 seconds, then stops sending. An attempt
 * that was in flight when the wait began does not count.
 */
async function backOffSending(ctx: Ctx, supplier: Sending, reason: string): Promise<void> {
  const [now] = await readRows(
    ctx.db,
    z.object({ stopped: z.boolean(), waits: z.boolean(), backoffSeconds: int }),
  )`
    select stopped, backoff_seconds,
      next_slot_at > clock_timestamp() + make_interval(secs => ${getSlotGap(supplier.perMinute)}) as waits
    from supplier_sending where supplier_id = ${supplier.id} for update`;
  if (!now || (now.waits && !now.stopped)) return;
  const pause = Math.max(now.backoffSeconds * 2, 1);
  if (now.stopped || pause > MAX_BACK_OFF_S)
    return stopSending(ctx, supplier, `${UNREACHABLE} (${reason}).`, MAX_PAUSE_S.dead);
  await ctx.db.execute(sql`
    update supplier_sending set backoff_seconds = ${pause},
      next_slot_at = greatest(next_slot_at, clock_timestamp() + make_interval(secs => ${pause}))
    where supplier_id = ${supplier.id}`);
}

/** Stops sending; a probe may be sent after 15, 30, 60 … seconds. Leaves a stop by an admin unchanged. */
async function stopSending(
  ctx: Ctx,
  { id }: Sending,
  reason: string,
  longest = MAX_PAUSE_S.rejected,
): Promise<void> {
  const pause = sql`least(greatest(d.probe_delay_seconds * 2, 15), ${longest}::integer)`;
  const rows = await readRows(ctx.db, z.object({ pause: int, fresh: z.boolean() }))`
    with old as (select stopped from supplier_sending where supplier_id = ${id} for update)
    update supplier_sending d set stopped = true, stop_reason = ${reason},
      stopped_by = coalesce(d.stopped_by, 'system'), stopped_at = coalesce(d.stopped_at, now()),
      probe_delay_seconds = ${pause}, probe_at = now() + make_interval(secs => ${pause}), backoff_seconds = 0
    from old where supplier_id = ${id} and (not d.stopped or d.probe_at is not null)
    returning d.probe_delay_seconds as pause, not old.stopped as fresh`;
  const stopped = rows[0];
  if (!stopped) return;
  log.error("dispatch.stopped", { supplier: id, reason, probeInSeconds: stopped.pause });
  if (stopped.fresh)
    await recordAudit(ctx, {
      ...getDispatchSubject(id),
      action: "dispatch.stopped",
      reason,
      before: { stopped: false },
      after: { stopped: true },
    });
}

async function stopAfterUnknownResponses(ctx: Ctx, supplier: Sending): Promise<void> {
  const [row] = await readRows(ctx.db, z.object({ doubtful: int, stopped: z.boolean() }))`
    select count(*) filter (where result = 'unconfirmed' or discrepancy is not null) as doubtful,
      (select stopped from supplier_sending where supplier_id = ${supplier.id}) as stopped
    from (
      select result, discrepancy from attempts where answered_at is not null and supplier_id = ${supplier.id}
      order by claimed_at desc limit ${MAX_UNKNOWN_RESPONSES}) latest`;
  if (!row) return;
  if (row.stopped || row.doubtful >= MAX_UNKNOWN_RESPONSES)
    await stopSending(ctx, supplier, "The supplier's latest responses are unclear.");
}
