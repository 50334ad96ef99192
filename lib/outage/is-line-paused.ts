import { type SQL, sql } from "drizzle-orm";

/** Selects the pauses of the line by which a supplier delivers a plan: none or one. */
const selectPauses = (supplierId: SQL, planId: SQL): SQL => sql`
  select
  from line_pauses
  where line_pauses.supplier_id = ${supplierId} and line_pauses.plan_id = ${planId}`;

/** The condition that a pause isn't due to be tried: one without a time never is. */
const IS_NOT_DUE = sql`(line_pauses.probe_at <= now()) is not true`;

/** The condition that a supplier's line of a plan is paused. */
export const isLinePaused = (supplierId: SQL, planId: SQL): SQL =>
  sql`exists (${selectPauses(supplierId, planId)})`;

/** The condition that a supplier's line of a plan is paused, and isn't due to be tried with one purchase. */
export const isLineClosed = (supplierId: SQL, planId: SQL): SQL =>
  sql`exists (${selectPauses(supplierId, planId)} and ${IS_NOT_DUE})`;

/**
 * The condition that no purchase may be placed for a supplier's line of a plan: it is paused, and isn't due
 * to be tried, or one that waits tries it.
 */
export const isLineUnsold = (supplierId: SQL, planId: SQL): SQL =>
  sql`exists (
    ${selectPauses(supplierId, planId)}
      and (${IS_NOT_DUE} or ${isTryWaiting(planId)}))`;

/** The condition that a purchase of the plan's network and type waits already: it tries the paused line. */
export const isTryWaiting = (planId: SQL): SQL => sql`exists (
  select
  from purchases try_purchase
  join plans try_plan on try_plan.id = try_purchase.plan_id
  join plans wanted_plan
    on wanted_plan.network_id = try_plan.network_id and wanted_plan.type_id = try_plan.type_id
  where wanted_plan.id = ${planId}
    and (try_purchase.state = 'sending' or try_purchase.state = 'queued' and not try_purchase.paused))`;

/** The delay until a paused line is tried first, and the longest; each try doubles it. In seconds. */
export const PROBE_DELAY_S = { first: 60, longest: 600 };

/**
 * Builds the update that counts a purchase of `claimed`, with its `plan_id`, as the try of its paused line:
 * the next one follows after a longer delay.
 */
export function countTry(supplierId: SQL, claimed: SQL): SQL {
  const { first, longest } = PROBE_DELAY_S;
  const seconds = sql`
    least(greatest(o.probe_delay_seconds * 2, ${first}::integer), ${longest}::integer)`;
  return sql`
    update outages o
    set
      probe_delay_seconds = ${seconds},
      probe_at = clock_timestamp() + make_interval(secs => ${seconds})
    from ${claimed} c
    where o.supplier_id = ${supplierId} and o.probe_at is not null and is_pause(o)
      and (o.network_id, o.type_id) = (
        select line.network_id, line.type_id from plans line where line.id = c.plan_id
      )`;
}
