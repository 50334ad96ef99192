import { count, countDistinct, sql } from "drizzle-orm";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { instant, int, readRow, textOf } from "#lib/core/read-rows";
import { suppliersOn } from "#lib/purchase/queue/choose-supplier";
import type { PriceRisePolicy } from "./dispatch-control.ts";

/** Returns the state of sending, and of each channel's queue. Admins only. */
export async function getDispatchStatus(ctx: Ctx) {
  requireAdmin(ctx);
  const [state, queues] = await Promise.all([readState(ctx), readQueues(ctx)]);
  return { ...state, queues };
}
export type DispatchStatus = Awaited<ReturnType<typeof getDispatchStatus>>;
export type QueueView = DispatchStatus["queues"][number];

const StateRow = z.object({
  stopped: z.boolean(),
  supplierId: int.nullable(),
  supplierName: z.string().nullable(),
  reason: z.string().nullable(),
  stoppedBy: z.string().nullable(),
  stoppedAt: instant.nullable(),
  stop: z.string().nullable(),
  probeAt: instant.nullable(),
  onPriceRise: textOf<PriceRisePolicy>(),
  perMinute: int,
  sending: int,
  sentLastMinute: int,
});

async function readState(ctx: Ctx) {
  const row = await readRow(ctx.db, StateRow)`
    with on_now as (select * from ${suppliersOn()} s)
    select
      d.stopped or not exists (select from on_now where not stopped) as stopped,
      shown.id as "supplierId", shown.name as "supplierName", shown.stop_reason as reason,
      accounts.name as "stoppedBy",
      shown.stopped_at as "stoppedAt", shown.stopped_at::text as stop, shown.probe_at as "probeAt",
      d.on_price_rise as "onPriceRise",
      (select coalesce(sum(pace), 0)::integer from on_now) as "perMinute",
      (select count(*)::integer from purchases where state = 'sending') as sending,
      (
        select count(*)::integer from attempts where claimed_at > now() - interval '1 minute'
      ) as "sentLastMinute"
    from dispatcher d
    left join lateral (
      select
        null::integer as id, null as name, d.stop_reason, d.stopped_by, d.stopped_at,
        null::timestamptz as probe_at
      where d.stopped
      union all
      (
        select s.id, s.name, x.stop_reason, x.stopped_by, x.stopped_at, x.probe_at
        from on_now s
        join supplier_sending x on x.supplier_id = s.id
        where x.stopped and not d.stopped
        order by s.id
        limit 1
      )
    ) shown on true
    left join accounts on 'admin:' || accounts.id = shown.stopped_by`;
  return {
    /** Nothing is sent: an admin or a restore stopped all suppliers, or each one that is on is stopped. */
    stopped: row.stopped,
    /** The supplier of the stop that is shown; null for a stop of all, and without any. */
    supplierId: row.supplierId,
    supplierName: row.supplierName,
    reason: row.reason,
    /** The admin's name; null after an automatic stop. */
    stoppedBy: row.stoppedBy,
    stoppedAt: row.stoppedAt,
    /** Identifies the stop, so that an admin starts sending only after the stop they saw. */
    stop: row.stop,
    /** The next probe after that stop; null if only an admin can start it. */
    probeAt: row.probeAt,
    /** For a queued purchase whose plan now costs more than its price. */
    onPriceRise: row.onPriceRise,
    /** The most sends in a minute, to all suppliers that are on. */
    perMinute: row.perMinute,
    sending: row.sending,
    sentLastMinute: row.sentLastMinute,
  };
}

function readQueues(ctx: Ctx) {
  const { channel, resellerId, placedAt, state } = purchases;
  return ctx.db
    .select({
      channel,
      waiting: count(),
      resellers: countDistinct(resellerId),
      oldestAt: sql`min(${placedAt})`.mapWith(placedAt),
    })
    .from(purchases)
    .where(sql`${state} = 'queued'`)
    .groupBy(channel)
    .orderBy(sql`array_position(array['web', 'shop', 'api', 'batch'], ${channel})`);
}
