import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { recordRows } from "#lib/audit/record-rows";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { workerLock } from "./claim.ts";

/**
 * Declares unconfirmed what dead workers left in flight. A worker is dead when its advisory lock is free; nobody
 * knows whether its purchases were sent, so they are never sent again.
 * @param self the worker that asks, which is alive.
 * @returns how many purchases became unconfirmed.
 */
export async function recover(ctx: Ctx, self: string): Promise<number> {
  requireSystem(ctx);
  const workers = await ctx.db.execute<{ worker: string }>(sql`
    select distinct worker from attempts where meaning is null and worker <> ${self}`);
  let recovered = 0;
  for (const { worker } of workers) recovered += await recoverFrom(ctx, worker);
  if (recovered > 0) log.warn("purchase.recovered", { recovered });
  return recovered;
}

function recoverFrom(ctx: Ctx, worker: string): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const [lock] = await ctx.db.execute<{ dead: boolean }>(
      sql`select pg_try_advisory_xact_lock(${workerLock(worker)}) as dead`,
    );
    if (!lock?.dead) return 0;
    // All attempts before the first purchase, as whoever records an answer locks them.
    const lost = await ctx.db.execute<{ purchase_id: string }>(sql`
      update attempts set meaning = 'unconfirmed', note = 'the process that sent it died' where worker = ${worker}
        and meaning is null returning purchase_id`);
    if (lost.length === 0) return 0;
    const rows = await ctx.db.execute(sql`
      with moved as (
        update purchases set state = 'unconfirmed' where id in ${lost.map((row) => row.purchase_id)} and state = 'sending' returning *
      ),
      recorded as (${recordRows(ctx, {
        action: "purchase.unconfirmed",
        subject: "purchase",
        subjectId: sql`moved.ident`,
        resellerId: sql`moved.reseller_id`,
        journalId: sql`null::bigint`,
        reason: sql`'the process that sent it died'`,
        before: sql`jsonb_build_object('state', 'sending')`,
        after: sql`jsonb_build_object('state', 'unconfirmed')`,
        from: sql`moved`,
      })})
      select id from moved`);
    return rows.length;
  });
}
