import { type SQL, sql } from "drizzle-orm";
import { isSameBundle } from "#lib/catalogue/sale-conditions";
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
} from "#lib/purchase/queue/choose-supplier";
import { nextInFairQueue } from "#lib/purchase/queue/fair-queue";
import { isHomeDatabase } from "#lib/purchase/queue/home-database";

/**
 * `gap`: the seconds between two slots. `timeout`: the seconds in which the sender gets a response or gives
 * up.
 */
export type ClaimValues = { worker: string; supplierId: number; gap: number; timeout: number };
type ClaimPlaceholders = { readonly [Name in keyof ClaimValues]: SQL };

/**
 * Builds the statement that claims the next purchase for a supplier: `next_in` says when it may claim again,
 * in ms. For a supplier that is alone the conditions about others are left out, most of the work of the
 * whole; it claims nothing where another is on (`among`), for which the complete statement decides.
 */
export function buildClaimStatement(v: ClaimPlaceholders, isAlone: boolean): SQL {
  const supplierId = sql`${v.supplierId}::integer`;
  return sql`
    -- The portal's row, locked against an admin's stop or a restored copy's, which stop all.
    with rules as materialized (
      select routing
      from dispatcher
      where ${isHomeDatabase()} and not stopped
        and exists (select from purchases where state = 'queued' and not paused)
        ${isAlone ? sql`and not ${isAmongOthers(supplierId)}` : sql``}
      for share skip locked
    ),
    -- Nothing while the supplier's own list is too old: its costs may be, too.
    me as materialized (
      select s.id, s.rank, ${comesLast(sql`s`)} as poor
      from ${suppliersOn()} s
      where s.id = ${supplierId} and s.fresh
    ),
    ${isAlone ? sql`` : sql`others as materialized (${otherSuppliers(supplierId)}),`}
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
      from (${nextInFairQueue(supplierId, (p) => (isAlone ? isSoldHere : isTaken)(supplierId, p))}) next
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
    route as (
      select d.supplier_plan_id, d.supplier_network_id, d.cost
      from claimed c
      join deliverable_plans d
        on d.supplier_id = ${supplierId} and d.plan_id = c.plan_id and ${isSameBundle(sql`d`, sql`c`)}
    ),
    -- Without a route there would be no cost, and the statement would fail.
    attempt as (
      insert into attempts (
        purchase_id, supplier_id, supplier_plan_id, choice, worker, claimed_at, answer_by, cost
      )
      select
        c.id, ${supplierId}, route.supplier_plan_id,
        ${isAlone ? sql`null` : explainChoice(supplierId, sql`c`)}, ${v.worker}, clock_timestamp(),
        clock_timestamp() + make_interval(secs => ${v.timeout}::float8), route.cost
      from claimed c
      left join route on true
      returning id, cost
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
      supplier.among, c.id, attempt.id as attempt_id, c.ident, route.supplier_plan_id as plan_id,
      route.supplier_network_id as network_id, c.phone, route.cost, c.price,
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
    from (select ${isAmongOthers(supplierId)} as among) supplier
    left join (claimed c cross join route cross join attempt) on true`;
}

/** The advisory lock of a live worker: it ends with the worker's connection. */
export function buildWorkerLock(worker: string | SQL) {
  return sql`hashtextextended(${worker}, 0)`;
}

// The rest are parts of that statement, and read its `rules`, `me`, `others` and `gate`.

/** The condition that another supplier is enabled. */
const isAmongOthers = (supplierId: SQL): SQL =>
  sql`exists (select from suppliers s where s.enabled and s.id <> ${supplierId})`;

/** The condition that the supplier delivers a purchase `p` at the price or less. */
const isSoldHere = (supplierId: SQL, p: SQL): SQL => sql`${sendingCost(supplierId, p)} <= ${p}.price`;

/**
 * The condition that the supplier takes a purchase `p`: it delivers it at the price or less, unless a better
 * one takes it within its patience, or this one surely didn't deliver it a moment ago and another hasn't
 * tried. A probe waits for no better one: else a quiet portal never tries a stopped supplier again.
 */
const isTaken = (supplierId: SQL, p: SQL): SQL => sql`
  ${isSoldHere(supplierId, p)}
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
    when not ${isAmongOthers(supplierId)} then null
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
