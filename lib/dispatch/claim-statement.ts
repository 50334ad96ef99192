import { type SQL, sql } from "drizzle-orm";
import { isSameBundle } from "#lib/catalogue/sale-conditions";
import { countTry } from "#lib/outage/is-line-paused";
import { comesLast, isProbeDue, otherSuppliers, suppliersOn } from "#lib/purchase/queue/choose-supplier";
import { nextInFairQueue } from "#lib/purchase/queue/fair-queue";
import { isHomeDatabase } from "#lib/purchase/queue/home-database";
import { explainChoice, isAmongOthers, isSoldHere, isTaken } from "./taking-conditions.ts";

/**
 * `gap`: the seconds between two slots. `timeout`: the seconds in which the sender gets a response or gives
 * up.
 */
export type ClaimValues = { worker: string; supplierId: number; gap: number; timeout: number };
type ClaimPlaceholders = { readonly [Name in keyof ClaimValues]: SQL };

/** The pieces that differ for a supplier that is alone: it claims nothing where another is on. */
interface Competition {
  mayClaim: SQL;
  withOthers: SQL;
  takes: (p: SQL) => SQL;
  choice: SQL;
}

/**
 * Builds the statement that claims the next purchase for a supplier: `next_in` says when it may claim again,
 * in ms. For a supplier that is alone the conditions about others are left out, most of the work of the
 * whole; where another is on (`among`), the complete statement decides.
 *
 * Each step needs a row of the one before it: the rules, the supplier, its gate, the next purchase, the slot.
 */
export function buildClaimStatement(v: ClaimPlaceholders, isAlone: boolean): SQL {
  const supplierId = sql`${v.supplierId}::integer`;
  const { mayClaim, withOthers, takes, choice }: Competition = isAlone
    ? {
        mayClaim: sql`not ${isAmongOthers(supplierId)}`,
        withOthers: sql``,
        takes: (p) => isSoldHere(supplierId, p),
        choice: sql`null`,
      }
    : {
        mayClaim: sql`true`,
        withOthers: sql`others as materialized (${otherSuppliers(supplierId)}),`,
        takes: (p) => isTaken(supplierId, p),
        choice: explainChoice(supplierId, sql`c`),
      };
  return sql`
    -- The portal's row, locked against an admin's stop or a restored copy's, which stop all.
    with rules as materialized (
      select routing
      from dispatcher
      where ${isHomeDatabase()} and not stopped
        and exists (select from purchases where state = 'queued' and not paused)
        and ${mayClaim}
      for share skip locked
    ),
    -- Nothing while the supplier's own list is too old: its costs may be, too.
    this_supplier as materialized (
      select s.id, s.rank, ${comesLast(sql`s`)} as poor
      from ${suppliersOn()} s
      where s.id = ${supplierId} and s.fresh
    ),
    ${withOthers}
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
        and exists (select from this_supplier)
      for no key update of d skip locked
    ),
    next_purchase as materialized (
      select *
      from (${nextInFairQueue(supplierId, takes)}) next
      where exists (select from gate)
    ),
    slot as (
      update supplier_sending
      set
        next_slot_at = clock_timestamp() + make_interval(secs => ${v.gap}::float8),
        probe_at = case when stopped then clock_timestamp() + interval '2 minutes' end
      where supplier_id = ${supplierId}
        and exists (select from next_purchase)
        and pg_try_advisory_lock(${buildWorkerLock(v.worker)})
      returning greatest(next_slot_at, probe_at) as next_at
    ),
    claimed as (
      update purchases p
      set state = 'sending'
      from next_purchase next
      where p.id = next.id and exists (select from slot)
      returning
        p.id, p.ident, p.reseller_id, p.plan_id, p.network_id, p.size, p.volume, p.validity, p.phone, p.price,
        p.commission, p.parent_id
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
        ${choice}, ${v.worker}, clock_timestamp(),
        clock_timestamp() + make_interval(secs => ${v.timeout}::float8), route.cost
      from claimed c
      left join route on true
      returning id, cost
    ),
    tried as (${countTry(supplierId, sql`claimed`)}),
    -- The reseller is last in the fair queue now, and its next turn is that of its next channel.
    turn as (
      insert into fair_queue (reseller_id, supplier_id, claimed_at, place)
      select reseller_id, ${supplierId}, clock_timestamp(), next.place
      from claimed
      cross join next_purchase next
      on conflict (reseller_id, supplier_id) do update
      set claimed_at = excluded.claimed_at, place = excluded.place
    )
    select
      supplier.among, c.id, attempt.id as attempt_id, c.ident, route.supplier_plan_id as plan_id,
      route.supplier_network_id as network_id, c.phone, route.cost, c.price, c.commission,
      c.parent_id,
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
