import { type SQL, sql } from "drizzle-orm";
import { currentCost, isListFresh, isSellable, isSupplierOn, mainCost } from "#lib/catalogue/sale-conditions";
import {
  comesLast,
  isFirst,
  otherSuppliers,
  planRouting,
  routeCost,
  supplierCost,
  supplierOrder,
} from "./choose-supplier.ts";
import { nextInFairQueue } from "./fair-queue.ts";
import { isHomeDatabase } from "./stop-if-restored.ts";

/**
 * Which suppliers a claim chooses from: the main one alone, the main one beside others, or a later one. Each is a statement
 * of its own, so that one supplier alone costs no more than without the others.
 */
export type ClaimKind = "alone" | "main" | "later";

/** `gap`: the seconds between two slots. `timeout`: the seconds in which the sender gets a response or gives up. */
export type ClaimValues = { worker: string; supplierId: number; gap: number; timeout: number };
type ClaimPlaceholders = { readonly [Name in keyof ClaimValues]: SQL };

/**
 * The portal's row is locked against an admin's stop, or a restored copy's, which stop all. The gate is locked before a purchase is chosen, and opens only if its row is the one in this statement's snapshot:
 * otherwise another process claimed meanwhile, and the snapshot's fair queue is out of date. It stays closed while the
 * supplier's own list is too old: its costs may be, too.
 */
export function buildClaimStatement(v: ClaimPlaceholders, kind: ClaimKind): SQL {
  const isMain = kind !== "later";
  const supplierId = isMain ? sql`1` : sql`${v.supplierId}::integer`;
  const isRow = sql`supplier_id = ${supplierId}`;
  const choice = kind === "alone" ? chooseAlone : chooseAmongSuppliers(supplierId, isMain);
  const route = sql`routes where routes.supplier_id = ${supplierId} and routes.plan_id`;
  return sql`
    with rules as materialized (
      select routing from dispatcher where ${isHomeDatabase()} and not stopped for key share skip locked
    ),
    ${kind === "alone" ? sql`` : sql`${suppliersInQuestion(supplierId)},`}
    gate as materialized (
      select d.stopped as probes from supplier_sending d
      where ${isRow} and next_slot_at <= clock_timestamp() and next_slot_at = (select next_slot_at from supplier_sending where ${isRow})
        and exists (select from purchases where state = 'queued' and not paused)
        and ${isListFresh(supplierId)}
        and (not stopped or (probe_at <= clock_timestamp()
          and not exists (select from attempts where result is null and attempts.supplier_id = ${supplierId})))
        and exists (select from rules) and ${kind === "alone" ? sql`true` : sql`exists (select from me)`}
      for no key update of d skip locked
    ),
    head as materialized (
      select * from (${nextInFairQueue(supplierId, choice.isTaken)}) next where exists (select from gate)
    ),
    slot as (
      update supplier_sending set next_slot_at = clock_timestamp() + make_interval(secs => ${v.gap}::float8),
        probe_at = case when stopped then clock_timestamp() + interval '2 minutes' end
      where ${isRow} and exists (select from head) and pg_try_advisory_lock(${buildWorkerLock(v.worker)})
      returning greatest(next_slot_at, probe_at) as next_at
    ),
    claimed as (
      update purchases p set state = 'sending' from head where p.id = head.id and exists (select from slot) returning p.*
    ),
    attempt as (
      insert into attempts (purchase_id, supplier_id, supplier_plan_id, choice, worker, claimed_at, answer_by, cost)
      select id, ${supplierId}, ${isMain ? sql`null` : sql`(select supplier_plan_id from ${route} = claimed.plan_id)`}, ${choice.reason},
        ${v.worker}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${v.timeout}::float8),
        ${isMain ? currentCost(sql`claimed`) : routeCost(supplierId, sql`claimed`)}
      from claimed returning id, cost, supplier_plan_id
    ),
    turn as (
      insert into fair_queue (reseller_id, supplier_id, claimed_at, place)
      select reseller_id, ${supplierId}, clock_timestamp(), head.place from claimed cross join head
      on conflict (reseller_id, supplier_id) do update set claimed_at = excluded.claimed_at, place = excluded.place
    )
    select c.id, attempt.id as attempt_id, c.ident, coalesce(attempt.supplier_plan_id, c.plan_id) as plan_id,
      ${isMain ? sql`c.network_id` : sql`(select network_id from ${route} = c.plan_id)`} as network_id,
      c.phone, attempt.cost, c.price,
      (select extract(epoch from slot.next_at - clock_timestamp()) * 1000 from slot
        where exists (select from purchases other where other.state = 'queued' and not other.paused and other.id <> c.id)) as next_in
    from claimed c cross join attempt`;
}

/** The advisory lock of a live worker: it ends with the worker's connection. */
export function buildWorkerLock(worker: string | SQL) {
  return sql`hashtextextended(${worker}, 0)`;
}

/** A supplier's choice: the purchases that it takes, and the reason that is stored with the attempt. */
interface Choice {
  isTaken: (p: SQL) => SQL;
  reason: SQL;
}

const chooseAlone: Choice = { isTaken: isSellable, reason: sql`null` };

/** The claiming supplier and the others that send. */
const suppliersInQuestion = (supplierId: SQL) => sql`
  me as materialized (
    select s.id, s.rank, ${comesLast(sql`s`)} as poor from suppliers s
    where s.id = ${supplierId} and ${isSupplierOn(sql`s`)}
  ),
  others as materialized (${otherSuppliers(supplierId)})`;

/**
 * Takes a purchase that the supplier delivers at the price or less, unless a better one takes it within its patience, or this
 * one surely didn't deliver it a moment ago and another hasn't tried. A probe waits for no better one: else a quiet portal never tries
 * a stopped supplier again.
 */
function chooseAmongSuppliers(supplierId: SQL, isMain: boolean): Choice {
  const ownCost = (p: SQL) => (isMain ? mainCost(p) : routeCost(supplierId, p));
  const order = (p: SQL) =>
    supplierOrder(planRouting(p), {
      poor: sql`(select poor from me)`,
      id: supplierId,
      cost: ownCost(p),
      rank: sql`(select rank from me)`,
      first: isFirst(supplierId, p),
    });
  const otherOrder = (p: SQL) =>
    supplierOrder(planRouting(p), {
      poor: sql`o.poor`,
      id: sql`o.id`,
      cost: sql`offer.cost`,
      rank: sql`o.rank`,
      first: isFirst(sql`o.id`, p),
    });
  const listRivals = (p: SQL) => sql`
    select from others o cross join lateral (select ${supplierCost(sql`o.id`, p)} as cost) offer
    where offer.cost <= ${p}.price
      and not exists (select from attempts a where a.purchase_id = ${p}.id and a.supplier_id = o.id)`;
  const wasTried = (p: SQL) => sql`exists (
    select from attempts a where a.purchase_id = ${p}.id and a.supplier_id = ${supplierId}
      and a.claimed_at > clock_timestamp() - interval '10 seconds')`;
  return {
    isTaken: (p) => sql`${ownCost(p)} <= ${p}.price
      and ((select probes from gate) or not exists (${listRivals(p)}
        and (${wasTried(p)} or ${p}.placed_at > now() - make_interval(secs => o.patience) and ${otherOrder(p)} < ${order(p)})))`,
    reason: sql`case when (select probes from gate) then 'probe'
      when exists (select from attempts a where a.purchase_id = claimed.id) then 'next'
      when not exists (${listRivals(sql`claimed`)}) then 'only'
      when exists (${listRivals(sql`claimed`)} and ${otherOrder(sql`claimed`)} < ${order(sql`claimed`)}) then 'late'
      else ${planRouting(sql`claimed`)} end`,
  };
}
