import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import { int, readRows } from "#lib/core/read-rows";
import { isLinePaused } from "#lib/outage/is-line-paused";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";
import { getDispatchSubject } from "./dispatch-control.ts";

/** A response is slow after this, in seconds; an open attempt counts as slow then, too. */
const SLOW_S = 20;
/** The latest attempts that are judged, and how many there have to be. */
const JUDGED = 20;
const MIN_JUDGED = 10;
/** Older attempts aren't judged. */
const JUDGED_MINUTES = 30;
/** A supplier is poor when more than one of so many attempts was bad. */
const POOR_ONE_IN = 3;
/** So many good ones in a row make a poor supplier good again. */
const GOOD_IN_A_ROW = 5;

const Change = z.object({ id: int, reason: z.string().nullable(), since: z.string().nullable() });

/**
 * Marks a supplier poor when over a third of its latest attempts failed, were unclear or slow, and good again
 * after some good ones in a row; what failed on a paused line says nothing about its others. A poor one is
 * passed over where another delivers the same plan, but for one purchase a minute.
 */
export async function judgeSuppliers(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const changes = await readRows(ctx.db, Change)`
    with judged as (
      select s.id, s.poor_since, recent.tries, recent.bad, recent.good_since
      from suppliers s
      cross join lateral (
        select
          count(*) as tries, count(*) filter (where latest.bad) as bad,
          count(*) filter (
            where not latest.bad and latest.nth <= ${GOOD_IN_A_ROW} and latest.claimed_at > s.poor_since
          ) as good_since
        from (
          select
            a.claimed_at, row_number() over (order by a.claimed_at desc) as nth,
            coalesce(a.result in ('failed', 'unconfirmed'), true)
              or a.answered_at - a.claimed_at > make_interval(secs => ${SLOW_S}) as bad
          from attempts a
          join purchases p on p.id = a.purchase_id
          where not ${isLinePaused(sql`s.id`, sql`p.plan_id`)}
            and a.supplier_id = s.id and a.worker <> ${RESTORED_WORKER}
            and a.claimed_at > greatest(s.judged_since, now() - make_interval(mins => ${JUDGED_MINUTES}))
            and (a.result in ('successful', 'failed', 'invalid', 'unconfirmed')
              or a.result is null and a.claimed_at < now() - make_interval(secs => ${SLOW_S}))
          order by a.claimed_at desc
          limit ${JUDGED}
        ) latest
      ) recent
      where s.enabled
    )
    update suppliers s
    set
      poor_since = case when j.poor_since is null then now() end,
      judged_since = case when j.poor_since is null then s.judged_since else now() end,
      poor_reason = case when j.poor_since is null then
        j.bad || ' of its latest ' || j.tries || ' purchases failed, were unclear or slow.'
      end
    from judged j
    where s.id = j.id and s.poor_since is not distinct from j.poor_since
      and case
        when j.poor_since is null
          then j.tries >= ${MIN_JUDGED} and j.bad * ${POOR_ONE_IN}::integer > j.tries
        else j.good_since >= ${GOOD_IN_A_ROW}
      end
    returning s.id, s.poor_reason as reason, s.poor_since::text as since`;
  for (const { id, reason, since } of changes) {
    log.warn(since ? "supplier.passed_over" : "supplier.preferred_again", { supplier: id, reason });
    await recordAudit(ctx, {
      ...getDispatchSubject(id),
      action: since ? "dispatch.passed_over" : "dispatch.preferred_again",
      ...(reason && { reason }),
      after: { passedOver: since !== null },
    });
  }
}
