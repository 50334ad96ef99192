import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { record, recordRows } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { DISPATCH_SUBJECT } from "./control.ts";

const WHY =
  "This database was restored from a backup, or took over from another server. What was queued in it may have been sent since: it is unconfirmed now. Orders, batches and schedules are on hold. Compare with the upstream, then start sending.";
const DOUBT = "the database was restored: it may have been sent and answered since the backup";

/** The condition that this is the database that sending last ran in, or that it never ran; see `stopIfRestored`. */
export function isSameDatabase(): SQL {
  return sql`(select ${isHome()} from dispatcher)`;
}

/** The same, of the dispatcher's row. */
export const isHome = (): SQL => sql`coalesce(home, database_identity()) = database_identity()`;

/**
 * Stops sending, until an admin starts it, in a database that was restored, or took over from another: it does not know
 * what was done after the backup. What was queued is unconfirmed then, and like all that is open it is left to people,
 * since answers are missing in the balance chain as well. What the portal buys alone, for orders, batches and schedules,
 * is on hold until it is released (`releaseHeld`): it may have been bought. A database in which sending never ran is remembered.
 * See docs/decisions/restored-database.md.
 */
export async function stopIfRestored(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const [now] = await ctx.db.execute<{ moved: boolean }>(
    sql`select home is distinct from database_identity() as moved from dispatcher`,
  );
  if (!now?.moved) return;
  await inTransaction(ctx, async (ctx) => {
    const [was] = await ctx.db.execute<{
      home: string | null;
      stopped: boolean;
      stop_reason: string | null;
    }>(sql`
      with old as (
        select home, stopped, stop_reason from dispatcher where home is distinct from database_identity() for update
      )
      update dispatcher set home = database_identity(),
        on_hold = case when old.home is null then on_hold else array['order', 'batch', 'schedule'] end from old returning old.home, old.stopped, old.stop_reason`);
    if (!was?.home) return;
    await ctx.db.execute(sql`
      update dispatcher set stopped = true, stop_reason = ${WHY}, stopped_by = 'system', stopped_at = now(), probe_at = null`);
    await ctx.db.execute(sql`
      update attempts a set discrepancy = concat_ws('; ', a.discrepancy, ${DOUBT}::text) from purchases p
      where p.id = a.purchase_id and p.state in ('sending', 'unconfirmed') and (a.meaning is null or a.meaning = 'unconfirmed')`);
    const doubtful = await doubtQueued(ctx);
    log.error("dispatch.restored", { was: was.home, doubtful });
    await record(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.stopped",
      reason: WHY,
      before: { stopped: was.stopped, ...(was.stopped && { why: was.stop_reason }) },
      after: { stopped: true, doubtful },
    });
  });
}

/** When each was sent is unknown; `placed_at` is the earliest that is possible. */
async function doubtQueued(ctx: Ctx): Promise<number> {
  const queued = await ctx.db.execute<{ purchase_id: string }>(sql`
    with queued as (update purchases set state = 'sending' where state = 'queued' returning id, placed_at, cost)
    insert into attempts (purchase_id, worker, claimed_at, meaning, note, discrepancy, cost)
    select id, 'restored', placed_at, 'unconfirmed', ${DOUBT}, ${DOUBT}, cost from queued returning purchase_id`);
  if (queued.length === 0) return 0;
  await ctx.db.execute(sql`
    with doubted as (
      update purchases set state = 'unconfirmed' where id in ${queued.map((row) => row.purchase_id)} returning *
    ),
    recorded as (${recordRows(ctx, {
      action: "purchase.unconfirmed",
      subject: "purchase",
      subjectId: sql`doubted.ident`,
      resellerId: sql`doubted.reseller_id`,
      journalId: sql`null::bigint`,
      reason: sql`${DOUBT}::text`,
      before: sql`jsonb_build_object('state', 'queued')`,
      after: sql`jsonb_build_object('state', 'unconfirmed')`,
      from: sql`doubted`,
    })})
    select from doubted`);
  return queued.length;
}
