import { type SQL, sql } from "drizzle-orm";
import { countTry, isLinePaused } from "#lib/outage/is-line-paused";
import {
  comesLast,
  deliveryCost,
  isFirst,
  otherSuppliers,
  planRouting,
  sendingCost,
  supplierOrder,
  suppliersOn,
} from "./choose-supplier.ts";
import { nextInFairQueue } from "./fair-queue.ts";
import { isHomeDatabase } from "./stop-if-restored.ts";

/**
 * `gap`: the seconds between two slots. `timeout`: the seconds in which the sender gets a response or gives
 * up.
 */
export type ClaimValues = { worker: string; supplierId: number; gap: number; timeout: number };
type ClaimPlaceholders = { readonly [Name in keyof ClaimValues]: SQL };

/**
 * Claims the next purchase for a supplier; one that is alone has no `others` to leave it to. The portal's row
 * is locked against an admin's stop, or a restored copy's, which stop all. The gate is locked before a
 * purchase is chosen, and opens only if its row is the one in this statement's snapshot: otherwise another
 * process claimed meanwhile, and the snapshot's fair queue is out of date. It stays closed while the
 * supplier's own list is too old: its costs may be, too.
 */
export function buildClaimStatement(v: ClaimPlaceholders): SQL {
  const supplierId = sql`${v.supplierId}::integer`;
  return sql`
    with rules as materialized (
      select routing from dispatcher
      where ${isHomeDatabase()} and not stopped
        and exists (select from purchases where state = 'queued' and not paused)
      for share skip locked
    ),
    me as materialized (
      select s.id, s.rank, ${comesLast(sql`s`)} as poor
      from ${suppliersOn()} s
      where s.id = ${supplierId} and s.fresh
    ),
    others as materialized (${otherSuppliers(supplierId)}),
    gate as materialized (
      select d.stopped as probes
      from supplier_sending d
      where d.supplier_id = ${supplierId}
        and next_slot_at <= clock_timestamp()
        and next_slot_at = (select next_slot_at from supplier_sending where supplier_id = ${supplierId})
        and (not stopped or (probe_at <= clock_timestamp()
          and not exists (select from attempts
            where result is null and attempts.supplier_id = ${supplierId})))
        and exists (select from rules)
        and exists (select from me)
      for no key update of d skip locked
    ),
    head as materialized (
      select * from (${nextInFairQueue(supplierId, (p) => isTaken(supplierId, p))}) next
      where exists (select from gate)
    ),
    slot as (
      update supplier_sending set
        next_slot_at = clock_timestamp() + make_interval(secs => ${v.gap}::float8),
        probe_at = case when stopped then clock_timestamp() + interval '2 minutes' end
      where supplier_id = ${supplierId}
        and exists (select from head)
        and pg_try_advisory_lock(${buildWorkerLock(v.worker)})
      returning greatest(next_slot_at, probe_at) as next_at
    ),
    claimed as (
      update purchases p set state = 'sending'
      from head
      where p.id = head.id and exists (select from slot)
      returning p.*
    ),
    attempt as (
      insert into attempts (purchase_id, supplier_id, supplier_plan_id, choice, worker, claimed_at, answer_by,
        cost)
      select claimed.id, ${supplierId},
        (select supplier_plan_id from deliverable_plans d
          where d.supplier_id = ${supplierId} and d.plan_id = claimed.plan_id),
        ${explainChoice(supplierId, sql`claimed`)}, ${v.worker}, clock_timestamp(),
        clock_timestamp() + make_interval(secs => ${v.timeout}::float8), ${deliveryCost(supplierId, sql`claimed`)}
      from claimed
      returning id, cost, supplier_plan_id
    ),
    tried as (${countTry(supplierId, sql`claimed`)}),
    turn as (
      insert into fair_queue (reseller_id, supplier_id, claimed_at, place)
      select reseller_id, ${supplierId}, clock_timestamp(), head.place from claimed cross join head
      on conflict (reseller_id, supplier_id) do update set claimed_at = excluded.claimed_at,
        place = excluded.place
    )
    select c.id, attempt.id as attempt_id, c.ident, attempt.supplier_plan_id as plan_id,
      (select supplier_network_id from deliverable_plans d
        where d.supplier_id = ${supplierId} and d.plan_id = c.plan_id) as network_id,
      c.phone, attempt.cost, c.price,
      (select extract(epoch from slot.next_at - clock_timestamp()) * 1000 from slot
        where exists (
          select from purchases other
          where other.state = 'queued' and not other.paused and other.id <> c.id)) as next_in
    from claimed c cross join attempt`;
}

/** The advisory lock of a live worker: it ends with the worker's connection. */
export function buildWorkerLock(worker: string | SQL) {
  return sql`hashtextextended(${worker}, 0)`;
}

/**
 * The condition that the supplier takes a purchase `p`: it delivers it at the price or less, unless a better
 * one takes it within its patience, or this one surely didn't deliver it a moment ago and another hasn't
 * tried. A probe waits for no better one: else a quiet portal never tries a stopped supplier again.
 */
const isTaken = (supplierId: SQL, p: SQL): SQL => sql`
  ${sendingCost(supplierId, p)} <= ${p}.price
  and ((select probes from gate) or not exists (${listRivals(p)}
    and (${wasTried(supplierId, p)}
      or ${p}.placed_at > now() - make_interval(secs => o.patience) and ${isBetter(supplierId, p)})))`;

/** The reason of the choice, which is stored with the attempt; null where no other supplier is on. */
const explainChoice = (supplierId: SQL, p: SQL): SQL => sql`
  case when not exists (select from suppliers s where s.enabled and s.id <> ${supplierId}) then null
    when (select probes from gate) or ${isLinePaused(supplierId, sql`${p}.plan_id`)} then 'probe'
    when exists (select from attempts a where a.purchase_id = ${p}.id) then 'next'
    when not exists (${listRivals(p)}) then 'only'
    when exists (${listRivals(p)} and ${isBetter(supplierId, p)}) then 'late'
    else ${planRouting(p)} end`;

/** Lists the others `o` that could take a purchase `p` and haven't tried. */
const listRivals = (p: SQL): SQL => sql`
  select from others o cross join lateral (select ${sendingCost(sql`o.id`, p)} as cost) offer
  where offer.cost <= ${p}.price
    and not exists (select from attempts a where a.purchase_id = ${p}.id and a.supplier_id = o.id)`;

const wasTried = (supplierId: SQL, p: SQL): SQL => sql`exists (
  select from attempts a where a.purchase_id = ${p}.id and a.supplier_id = ${supplierId}
    and a.claimed_at > clock_timestamp() - interval '10 seconds')`;

/** The condition that the rival `o` with its `offer` comes before the supplier. */
const isBetter = (supplierId: SQL, p: SQL): SQL => sql`
  ${supplierOrder(planRouting(p), {
    poor: sql`o.poor`,
    id: sql`o.id`,
    cost: sql`offer.cost`,
    rank: sql`o.rank`,
    first: isFirst(sql`o.id`, p),
  })} < ${supplierOrder(planRouting(p), {
    poor: sql`(select poor from me)`,
    id: supplierId,
    cost: deliveryCost(supplierId, p),
    rank: sql`(select rank from me)`,
    first: isFirst(supplierId, p),
  })}`;
