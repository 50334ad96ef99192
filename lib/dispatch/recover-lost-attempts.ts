import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { int, readRows } from "#lib/core/read-rows";
import { buildWorkerLock } from "./claim-statement.ts";

/** The notes that admins read on a lost attempt. */
const CONNECTION_LOST_NOTE = "the claiming connection ended before a response was recorded";
const OVERDUE_NOTE = "no response was recorded in time";

/**
 * How long after its sender's timeout an attempt without a response is given up, even if its worker is alive.
 */
const GRACE_PERIOD = "30 seconds";

/** The timeout to assume for senders of versions that did not record theirs. */
const MAX_TIMEOUT = "10 minutes";

/**
 * Marks abandoned attempts unconfirmed: those whose claiming connection is gone, by its advisory lock, and
 * overdue ones. They may have been sent, so they are never sent again. Not for a claiming connection, which
 * would be granted its own lock.
 * @param inHand the attempts this process still works on, though their connection may be gone.
 * @returns the number of purchases that became unconfirmed.
 */
export async function recoverLostAttempts(
  ctx: Ctx,
  inHand: Pick<ReadonlySet<number>, "has"> = new Set(),
): Promise<number> {
  requireSystem(ctx);
  const open = await readRows(ctx.db, z.object({ id: int, gone: z.boolean(), overdue: z.boolean() }))`
    with open as materialized (
      select id, worker, coalesce(answer_by,
        claimed_at + ${MAX_TIMEOUT}::interval) + ${GRACE_PERIOD}::interval < clock_timestamp() as overdue
      from attempts where result is null
    ),
    ended as materialized (
      select worker
      from (select distinct worker from open) each
      where pg_try_advisory_xact_lock(${buildWorkerLock(sql`worker`)})
    )
    select id, overdue, worker in (select worker from ended) as gone
    from open`;
  const overdue = open.filter((attempt) => attempt.overdue);
  const gone = open.filter((attempt) => attempt.gone && !attempt.overdue && !inHand.has(attempt.id));
  const recovered =
    (await markUnconfirmed(ctx, gone, CONNECTION_LOST_NOTE)) +
    (await markUnconfirmed(ctx, overdue, OVERDUE_NOTE));
  if (recovered > 0) log.warn("purchase.recovered", { recovered });
  return recovered;
}

async function markUnconfirmed(ctx: Ctx, open: readonly { id: number }[], note: string): Promise<number> {
  if (open.length === 0) return 0;
  return inTransaction(ctx, async (ctx) => {
    // Locks attempts before purchases, in the same order as `recordResponse`.
    const lost = await readRows(ctx.db, z.object({ purchaseId: int }))`
      update attempts
      set result = 'unconfirmed', note = ${note}
      where id in ${open.map(({ id }) => id)} and result is null
      returning purchase_id`;
    if (lost.length === 0) return 0;
    const rows = await ctx.db.execute(sql`
      with moved as (
        update purchases
        set state = 'unconfirmed'
        where id in ${lost.map((row) => row.purchaseId)} and state = 'sending'
        returning *
      ),
      recorded as (${recordAuditRows(ctx, {
        action: "purchase.unconfirmed",
        subject: "purchase",
        subjectId: sql`moved.ident`,
        resellerId: sql`moved.reseller_id`,
        reason: sql`${note}::text`,
        before: sql`jsonb_build_object('state', 'sending')`,
        after: sql`jsonb_build_object('state', 'unconfirmed')`,
        from: sql`moved`,
      })})
      select id from moved`);
    return rows.length;
  });
}
