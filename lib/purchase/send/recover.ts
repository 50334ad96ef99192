import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { recordRows } from "#lib/audit/record";
import { stillSells } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { settle } from "../settle/settle.ts";
import { workerLock } from "./claim.ts";

/** Why nobody waits for an answer any more, in words for admins. */
const ENDED = "the line on which it was claimed ended before an answer was written down";
const OVERDUE = "no answer was written down in time";

/** That long after its sender stopped waiting, an attempt without an answer is given up, even if its worker is alive. */
const GRACE = "30 seconds";

/** The longest that a sender of a version that did not write it down may wait (UPSTREAM_TIMEOUT_MS). */
const LONGEST = "10 minutes";

/**
 * Declares unconfirmed the attempts that nobody works on any more: those whose claiming connection is gone, as its
 * advisory lock tells, and those long past their time. Nobody knows whether they were sent, so they are never sent again.
 * Never call it on a claiming connection: that would be granted its own lock, and think itself gone.
 * @param inHand the attempts that this process works on, though their connection may be gone.
 * @returns how many purchases became unconfirmed.
 */
export async function recover(
  ctx: Ctx,
  inHand: Pick<ReadonlySet<number>, "has"> = new Set(),
): Promise<number> {
  requireSystem(ctx);
  const open = await ctx.db.execute<{ id: string; gone: boolean; overdue: boolean }>(sql`
    with open as materialized (
      select id, worker, coalesce(answer_by, claimed_at + ${LONGEST}::interval) + ${GRACE}::interval < clock_timestamp() as overdue
      from attempts where meaning is null
    ),
    ended as materialized (
      select worker from (select distinct worker from open) each where pg_try_advisory_xact_lock(${workerLock(sql`worker`)})
    )
    select id, overdue, worker in (select worker from ended) as gone from open`);
  const overdue = open.filter((one) => one.overdue);
  const gone = open.filter((one) => one.gone && !one.overdue && !inHand.has(Number(one.id)));
  const recovered = (await declare(ctx, gone, ENDED)) + (await declare(ctx, overdue, OVERDUE));
  if (recovered > 0) log.warn("purchase.recovered", { recovered });
  return recovered;
}

async function declare(ctx: Ctx, open: readonly { id: string }[], note: string): Promise<number> {
  if (open.length === 0) return 0;
  return inTransaction(ctx, async (ctx) => {
    // All attempts before the first purchase, as whoever records an answer locks them.
    const lost = await ctx.db.execute<{ purchase_id: string }>(sql`
      update attempts set meaning = 'unconfirmed', note = ${note}
      where id in ${open.map(({ id }) => id)} and meaning is null returning purchase_id`);
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
        reason: sql`${note}::text`,
        before: sql`jsonb_build_object('state', 'sending')`,
        after: sql`jsonb_build_object('state', 'unconfirmed')`,
        from: sql`moved`,
      })})
      select id from moved`);
    return rows.length;
  });
}

type Row = { id: string; late: boolean; dearer: boolean };

/**
 * Cancels, with the money back, what still waits at its deadline, and what waits but may not be sent any more because its
 * plan costs more by now than was paid for it, or is gone; unless the operator chose that such purchases wait.
 * @returns how many.
 */
export async function expire(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const due = await ctx.db.execute<Row>(sql`
    select p.id, p.deadline_at <= now() as late, exists (
      select from plans where id = p.plan_id and vanished_at is null and active) as dearer
    from purchases p where p.state = 'queued' and (p.deadline_at <= now()
      or (not ${stillSells(sql`p`)} and exists (select from dispatcher where on_price_rise = 'refund')))
    order by p.id limit 500`);
  let expired = 0;
  for (const { id, late, dearer } of due) {
    const outcome = late ? "It could not be sent in time." : dearer ? DEARER : OFF_SALE;
    const by = late ? "deadline" : "cancelled";
    if (await settle(ctx, { purchaseId: Number(id), from: ["queued"], to: "failed", by, outcome }))
      expired += 1;
  }
  return expired;
}

const DEARER = "The price went up before it was sent.";
const OFF_SALE = "The network took this plan off sale before it was sent.";
