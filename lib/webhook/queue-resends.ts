import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { notify } from "#db/listen";
import { type Ctx, requireSystem } from "#lib/core/context";
import { readRows } from "#lib/core/read-rows";

/** A new event of the endpoint waits for no more than this many that are sent again. */
const MAX_QUEUED = 20;
/** More are queued when fewer wait for their first attempt. */
const MIN_QUEUED = 10;
/** How many of the queued events are looked at. Retries don't count: a few that fail stop none. */
const LOOK_BACK = 100;
/** A resend to an endpoint that takes nothing ends. */
const MAX_DAYS = 2;

/** Counts the events of a resend `r` that wait for their first attempt. */
const FRESH = sql`(
  select count(*)
  from deliveries d
  where d.id = any(r.delivery_ids[greatest(1, r.queued - ${LOOK_BACK - 1}::int):r.queued])
    and d.state = 'waiting' and d.attempts = 0)`;
const QUEUED_ALL = sql`r.queued = cardinality(r.delivery_ids)`;

/** Queues the next events of each open resend, a few at a time, and ends resends that are over. */
export async function queueResends({ db, ...ctx }: Ctx): Promise<void> {
  requireSystem({ db, ...ctx });
  await db.transaction(async (tx) => {
    const ended = await readRows(tx, z.object({ resellerId: z.string() }))`
      update webhook_resends r
      set done_at = now()
      where done_at is null and (
        exists (select from webhook_endpoints e where e.id = r.endpoint_id and e.removed_at is not null)
        or started_at < now() - make_interval(days => ${MAX_DAYS})
        or (${QUEUED_ALL} and ${FRESH} = 0))
      returning (
        select e.reseller_id from webhook_endpoints e where e.id = r.endpoint_id)::text as reseller_id`;
    for (const { resellerId } of ended) await notify(tx, "delivery", resellerId);
    const queued = await tx.execute(queueNext(sql`${FRESH} < ${MIN_QUEUED}`));
    if (queued.length > 0) await notify(tx, "lane", "webhooks");
  });
}

/** Queues the next events of the open resends that meet a condition. */
export const queueNext = (condition: SQL): SQL => sql`
  with old as (
    select r.id, r.queued
    from webhook_resends r
    where r.done_at is null and r.queued < cardinality(r.delivery_ids) and ${condition}
    for update
  ),
  next as (
    update webhook_resends r
    set queued = least(old.queued + ${MAX_QUEUED}::int, cardinality(r.delivery_ids))
    from old
    where r.id = old.id
    returning r.delivery_ids[old.queued + 1:r.queued] as ids
  )
  update deliveries d
  set state = 'waiting', next_at = now(), attempts = 0, done_at = null
  from next
  cross join lateral unnest(next.ids) as chosen (id)
  where d.id = chosen.id and d.state <> 'waiting'
  returning d.id`;

/** Wakes the job that queues the next events, when an endpoint has few of them left. */
export async function wakeResends(db: Ctx["db"], endpointId: string): Promise<void> {
  await db.execute(sql`
    select pg_notify('lane', 'webhook_resends')
    from webhook_resends r
    where r.endpoint_id = ${endpointId} and r.done_at is null
      and ${FRESH} < case when ${QUEUED_ALL} then 1 else ${MIN_QUEUED} end`);
}
