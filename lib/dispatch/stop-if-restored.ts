import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit, recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { int, readRows } from "#lib/core/read-rows";
import { startCountdown } from "#lib/core/time/time";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";
import { cutChain } from "#lib/supplier/cut-chain";
import { DISPATCH_SUBJECT } from "./dispatch-control.ts";
import { isHomeCluster, isOfEarlierDatabase } from "./failover.ts";

/** The late delivery window of the reconciliation settings; the longest one, where that was never saved. */
const LATE_SECONDS = sql`coalesce(
  (select (value ->> 'lateSeconds')::integer from settings where name = 'reconcile'), 86400)`;

const STOP_CONSEQUENCES =
  "Its queued purchases are unconfirmed now, because they may have been sent since. Orders, batches and schedules are paused. Read in each supplier’s list of sales (kiosk restored sold), resolve the unconfirmed purchases, then start sending.";

/** Reasons not to trust a database. */
const STOP_REASONS = {
  moved: `This database was restored from a backup, or took over from another server. ${STOP_CONSEQUENCES}`,
  behind: `This database lacks recent changes: it was restored
    from a backup, or a standby that was behind took over. ${STOP_CONSEQUENCES}`,
};
const DOUBT_NOTE = "the database was restored: it may have been sent and answered since the backup";
const QUEUED_NOTE = `${DOUBT_NOTE}, by any supplier: ask each`;

/**
 * Stops sending, until an admin starts it, in a database that was restored, or took over from another: it
 * doesn't know what happened after the backup. Queued purchases become unconfirmed, and like all open ones
 * are left to admins, because the balance chain lacks responses as well: it starts again after the restore.
 * Orders, batches and schedules are paused until they are released (`releaseAutomaticPurchases`): they may
 * have been bought. Remembers a database in which sending never ran. See docs/decisions/restored-database.md.
 */
export async function stopIfRestored(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const [now] = await readRows(ctx.db, z.object({ moved: z.boolean(), mayContinue: z.boolean().nullable() }))`
    select home is distinct from database_identity() as moved,
      ${isHomeCluster()} and exists (select from processes where ${isOfEarlierDatabase()}) as may_continue
    from dispatcher`;
  if (!now?.moved) {
    failoverWait = undefined;
    return;
  }
  if (now.mayContinue) {
    failoverWait ??= startCountdown(MAX_FAILOVER_WAIT_MS);
    if (failoverWait() > 0) return;
  }
  await stopInCopy(ctx, "moved");
}

/**
 * The maximum time for all processes to find a promoted standby, which they then confirm (`renewProcess`).
 */
const MAX_FAILOVER_WAIT_MS = 60_000;
let failoverWait: (() => number) | undefined;

/**
 * Stops sending as in a restored database (`stopIfRestored`).
 * @param reason `behind`: this process knows of a change that the database lacks, whatever its identity.
 */
export async function stopInCopy(ctx: Ctx, reason: keyof typeof STOP_REASONS): Promise<void> {
  const text = STOP_REASONS[reason];
  await inTransaction(ctx, async (ctx) => {
    const [was] = await readRows(
      ctx.db,
      z.object({ home: z.string().nullable(), stopped: z.boolean(), stopReason: z.string().nullable() }),
    )`
      with old as (
        select home, stopped, stop_reason from dispatcher
        where ${reason === "behind" ? sql`true` : sql`home is distinct from database_identity()`} for update
      )
      update dispatcher set home = database_identity(),
        on_hold = case when old.home is null then on_hold else array['order', 'batch', 'schedule'] end
      from old returning old.home, old.stopped, old.stop_reason`;
    if (!was?.home) return;
    await ctx.db.execute(sql`
      update dispatcher set stopped = true, stop_reason = ${text}, stopped_by = 'system',
        stopped_at = now()`);
    await cutChain(ctx, {
      earliest: sql`least(
        (select max(claimed_at) from attempts), (select min(claimed_at) from attempts where result is null))`,
      latest: sql`now() + make_interval(secs => ${LATE_SECONDS}) + ${MAX_SEND}`,
    });
    await doubtSent(ctx);
    const doubtful = await markQueuedUnconfirmed(ctx);
    log.error("dispatch.restored", { was: was.home, doubtful, reason });
    await recordAudit(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.stopped",
      reason: text,
      before: { stopped: was.stopped, ...(was.stopped && { reason: was.stopReason }) },
      after: { stopped: true, doubtful },
    });
  });
}

/**
 * The time in which a process of the lost database may still have waited for a response, at the largest
 * time limit of a supplier.
 */
const MAX_SEND = sql`interval '10 minutes'`;

/**
 * One that was in flight may have been sent to another supplier since, so its attempt no longer names one.
 */
async function doubtSent(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    update attempts a set discrepancy = concat_ws('; ', a.discrepancy, ${DOUBT_NOTE}::text,
        case when a.result is null
          then 'it was in flight at ' || (select name from suppliers where id = a.supplier_id) end),
      supplier_id = case when a.result is not null then a.supplier_id end,
      worker = case when a.result is null then ${RESTORED_WORKER} else a.worker end
    from purchases p
    where p.id = a.purchase_id and p.state in ('sending', 'unconfirmed')
      and (a.result is null or a.result = 'unconfirmed')`);
}

/**
 * Names no supplier, and `placed_at` as the time of sending: both are unknown, and it wasn't sent earlier.
 */
async function markQueuedUnconfirmed(ctx: Ctx): Promise<number> {
  const queued = await readRows(ctx.db, z.object({ purchaseId: int }))`
    with queued as (update purchases set state = 'sending' where state = 'queued'
      returning id, placed_at, cost)
    insert into attempts (purchase_id, supplier_id, worker, claimed_at, result, note, discrepancy, cost)
    select id, null, ${RESTORED_WORKER}, placed_at, 'unconfirmed', ${QUEUED_NOTE}, ${QUEUED_NOTE}, cost
    from queued returning purchase_id`;
  if (queued.length === 0) return 0;
  await ctx.db.execute(sql`
    with doubted as (
      update purchases set state = 'unconfirmed' where id in ${queued.map((row) => row.purchaseId)}
        returning *
    ),
    recorded as (${recordAuditRows(ctx, {
      action: "purchase.unconfirmed",
      subject: "purchase",
      subjectId: sql`doubted.ident`,
      resellerId: sql`doubted.reseller_id`,
      reason: sql`${QUEUED_NOTE}::text`,
      before: sql`jsonb_build_object('state', 'queued')`,
      after: sql`jsonb_build_object('state', 'unconfirmed')`,
      from: sql`doubted`,
    })})
    select from doubted`);
  return queued.length;
}
