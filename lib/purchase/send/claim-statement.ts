import { type SQL, sql } from "drizzle-orm";
import { countTry, isLinePaused } from "#lib/outage/is-line-paused";
import {
  comesLast,
  deliveryCost,
  isFirst,
  isProbeDue,
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

/** Claims the next purchase for a supplier: `next_in` says when it may claim again, in ms. */
export function buildClaimStatement(v: ClaimPlaceholders): SQL {
  const supplierId = sql`${v.supplierId}::integer`;
  return sql`
    -- The portal's row, locked against an admin's stop or a restored copy's, which stop all.
    with rules as materialized (
      select routing
      from dispatcher
      where ${isHomeDatabase()} and not stopped
        and exists (select from purchases where state = 'queued' and not paused)
      for share skip locked
    ),
    -- Nothing while the supplier's own list is too old: its costs may be, too.
    me as materialized (
      select s.id, s.rank, ${comesLast(sql`s`)} as poor
      from ${suppliersOn()} s
      where s.id = ${supplierId} and s.fresh
    ),
    -- To whom a purchase may be left; nothing for a supplier that is alone.
    others as materialized (${otherSuppliers(supplierId)}),
    -- Locked before a purchase is chosen. It opens only if its row is the one in this statement's snapshot:
    -- otherwise another process claimed meanwhile, and the snapshot's fair queue is out of date.
    gate as materialized (
      select d.stopped as probes
      from supplier_sending d
      where d.supplier_id = ${supplierId}
        and next_slot_at <= clock_timestamp()
        and next_slot_at = (select next_slot_at from supplier_sending where supplier_id = ${supplierId})
        and (not stopped or ${isProbeDue(sql`d`, supplierId)})
        and exists (select from rules)
        and exists (select from me)
      for no key update of d skip locked
    ),
    head as materialized (
      select *
      from (${nextInFairQueue(supplierId, (p) => isTaken(supplierId, p))}) next
      where exists (select from gate)
    ),
    slot as (
      update supplier_sending
      set
        next_slot_at = clock_timestamp() + make_interval(secs => ${v.gap}::float8),
        probe_at = case when stopped then clock_timestamp() + interval '2 minutes' end
      where supplier_id = ${supplierId}
        and exists (select from head)
        and pg_try_advisory_lock(${buildWorkerLock(v.worker)})
      returning greatest(next_slot_at, probe_at) as next_at
    ),
    claimed as (
      update purchases p
      set state = 'sending'
      from head
      where p.id = head.id and exists (select from slot)
      returning p.*
    ),
    attempt as (
      insert into attempts (
        purchase_id, supplier_id, supplier_plan_id, choice, worker, claimed_at, answer_by, cost
      )
      select
        c.id, ${supplierId},
        (
          select d.supplier_plan_id
          from deliverable_plans d
          where d.supplier_id = ${supplierId} and d.plan_id = c.plan_id
        ),
        ${explainChoice(supplierId, sql`c`)}, ${v.worker}, clock_timestamp(),
        clock_timestamp() + make_interval(secs => ${v.timeout}::float8), ${deliveryCost(supplierId, sql`c`)}
      from claimed c
      returning id, cost, supplier_plan_id
    ),
    tried as (${countTry(supplierId, sql`claimed`)}),
    turn as (
      insert into fair_queue (reseller_id, supplier_id, claimed_at, place)
      select reseller_id, ${supplierId}, clock_timestamp(), head.place
      from claimed
      cross join head
      on conflict (reseller_id, supplier_id) do update
      set claimed_at = excluded.claimed_at, place = excluded.place
    )
    select
      c.id, attempt.id as attempt_id, c.ident, attempt.supplier_plan_id as plan_id,
      (
        select d.supplier_network_id
        from deliverable_plans d
        where d.supplier_id = ${supplierId} and d.plan_id = c.plan_id
      ) as network_id,
      c.phone, attempt.cost, c.price,
      -- Null while no other purchase waits: the next one wakes the dispatcher.
      (
        select extract(epoch from slot.next_at - clock_timestamp()) * 1000
        from slot
        where exists (
          select
          from purchases other
          where other.state = 'queued' and not other.paused and other.id <> c.id
        )
      ) as next_in
    from claimed c
    cross join attempt`;
}

/** The advisory lock of a live worker: it ends with the worker's connection. */
export function buildWorkerLock(worker: string | SQL) {
  return sql`hashtextextended(${worker}, 0)`;
}

// The rest are parts of that statement, and read its `rules`, `me`, `others` and `gate`.

/**
 * The condition that the supplier takes a purchase `p`: it delivers it at the price or less, unless a better
 * one takes it within its patience, or this one surely didn't deliver it a moment ago and another hasn't
 * tried. A probe waits for no better one: else a quiet portal never tries a stopped supplier again.
 */
const isTaken = (supplierId: SQL, p: SQL): SQL => sql`
  ${sendingCost(supplierId, p)} <= ${p}.price
  and ((select probes from gate) or not exists (
    select
    from (${selectRivals(p)}) rival
    where ${wasTried(supplierId, p)}
      or ${p}.placed_at > now() - make_interval(secs => rival.patience)
        and ${isBetter(sql`rival`, supplierId, p)}
  ))`;

/** The reason of the choice, which is stored with the attempt; null where no other supplier is on. */
const explainChoice = (supplierId: SQL, p: SQL): SQL => sql`
  case
    when not exists (select from suppliers s where s.enabled and s.id <> ${supplierId}) then null
    when (select probes from gate) or ${isLinePaused(supplierId, sql`${p}.plan_id`)} then 'probe'
    when exists (select from attempts a where a.purchase_id = ${p}.id) then 'next'
    when not exists (${selectRivals(p)}) then 'only'
    when exists (
      select from (${selectRivals(p)}) rival where ${isBetter(sql`rival`, supplierId, p)}
    ) then 'late'
    else ${planRouting(p, OF_ALL_PLANS)}
  end`;

const OF_ALL_PLANS = sql`(select routing from rules)`;

/** Selects the others that could take a purchase `p` and haven't tried, each with its cost. */
const selectRivals = (p: SQL): SQL => sql`
  select o.id, o.rank, o.poor, o.patience, offer.cost
  from others o
  cross join lateral (select ${sendingCost(sql`o.id`, p)} as cost) offer
  where offer.cost <= ${p}.price
    and not exists (select from attempts a where a.purchase_id = ${p}.id and a.supplier_id = o.id)`;

const wasTried = (supplierId: SQL, p: SQL): SQL => sql`exists (
  select
  from attempts a
  where a.purchase_id = ${p}.id and a.supplier_id = ${supplierId}
    and a.claimed_at > clock_timestamp() - interval '10 seconds')`;

/** The condition that a rival comes before the supplier. */
const isBetter = (rival: SQL, supplierId: SQL, p: SQL): SQL => sql`
  ${supplierOrder(planRouting(p, OF_ALL_PLANS), {
    poor: sql`${rival}.poor`,
    id: sql`${rival}.id`,
    cost: sql`${rival}.cost`,
    rank: sql`${rival}.rank`,
    first: isFirst(sql`${rival}.id`, p),
  })} < ${supplierOrder(planRouting(p, OF_ALL_PLANS), {
    poor: sql`(select poor from me)`,
    id: supplierId,
    cost: deliveryCost(supplierId, p),
    rank: sql`(select rank from me)`,
    first: isFirst(supplierId, p),
  })}`;
