import { type SQL, sql } from "drizzle-orm";
import { freshSince, isSameBundle, isSupplierOn } from "#lib/catalogue/sale-conditions";
import { isLineClosed, isLinePaused, isLineUnsold } from "#lib/outage/is-line-paused";
import { isHomeDatabase } from "./home-database.ts";

/**
 * Spaces slots a little wider than the limit: at exactly 60/n seconds, n + 1 sends fit into a closed minute.
 */
const SLOT_SLACK = 1.035;

/** Returns the seconds between two sends to a supplier. */
export const getSlotGap = (perMinute: number): number => (60 / perMinute) * SLOT_SLACK;

/**
 * Selects the seconds between two sends at the pace of all suppliers that send, or of those that are on if
 * none does.
 */
export const commonSlotGap = (): SQL => sql`(
  select
    ${60 * SLOT_SLACK}::float8
      / coalesce(sum(s.pace) filter (where not s.stopped and s.fresh), sum(s.pace), 1)
  from ${suppliersOn()} s)`;

/** Selects the next slot of the suppliers that send, or of those that are on if none does. */
export const commonNextSlot = (): SQL => sql`(
  select coalesce(min(s.next_slot_at) filter (where not s.stopped and s.fresh), min(s.next_slot_at), now())
  from ${suppliersOn()} s)`;

/**
 * The suppliers that are on, with their pace, next slot, what stops them, and whether their own list is
 * fresh.
 */
export const suppliersOn = (): SQL => sql`(
  select
    o.id, o.name, o.rank, o.poor_since, o.synced_at, o.per_minute as pace,
    x.next_slot_at, x.stopped, x.probe_at,
    coalesce(o.synced_at >= ${freshSince()}, false) as fresh
  from suppliers o
  join supplier_sending x on x.supplier_id = o.id
  where ${isSupplierOn(sql`o`)})`;

/**
 * Selects the price of a supplier for the plan of a purchase `p`, in minor units; null when it doesn't
 * deliver it.
 */
export const deliveryCost = (supplierId: SQL, p: SQL): SQL => sql`(
  select d.cost
  from deliverable_plans d
  where d.supplier_id = ${supplierId} and d.plan_id = ${p}.plan_id and ${isSameBundle(sql`d`, p)})`;

/**
 * Selects the same where a purchase may be sent there now: null while the line is paused and not due to be
 * tried.
 */
export const sendingCost = (supplierId: SQL, p: SQL): SQL =>
  sql`case when not ${isLineClosed(supplierId, sql`${p}.plan_id`)} then ${deliveryCost(supplierId, p)} end`;

/**
 * The other suppliers that send now, or may try a purchase after a stop, by a fresh list. `patience`: the
 * seconds for which a purchase is left to one of them that is better, which is one of its slots: so a quiet
 * portal buys where it is best, and a busy one uses all.
 */
export const otherSuppliers = (supplierId: SQL): SQL => sql`
  select s.id, s.rank, ${comesLast(sql`s`)} as poor, (60.0 / s.pace) * ${SLOT_SLACK}::float8 + 0.5 as patience
  from ${suppliersOn()} s
  where s.id <> ${supplierId}
    and s.fresh and (not s.stopped or ${isProbeDue(sql`s`, sql`s.id`)})`;

/** The condition that a stopped supplier is due to be probed, and no purchase that was sent to it is open. */
export const isProbeDue = (sending: SQL, supplierId: SQL): SQL => sql`(
  ${sending}.probe_at <= now()
  and not exists (select from attempts a where a.result is null and a.supplier_id = ${supplierId}))`;

interface PricedPlan {
  planId: SQL;
  price: SQL;
}

/**
 * The condition that a supplier `s` delivers a plan at a price or less, or any plan.
 * @param isShut whether its line is shut for it
 */
const delivers = (s: SQL, plan?: PricedPlan, isShut = isLinePaused): SQL => sql`exists (
  select from deliverable_plans d
  where d.supplier_id = ${s}.id ${
    plan
      ? sql`and d.plan_id = ${plan.planId} and d.cost <= ${plan.price}
          and not ${isShut(sql`${s}.id`, plan.planId)}`
      : sql``
  })`;

/** The condition that sending isn't stopped for all suppliers, and this database isn't a restored copy. */
const mayDispatch = (): SQL => sql`exists (select from dispatcher where ${isHomeDatabase()} and not stopped)`;

/** The condition that a supplier that runs and has a fresh list delivers a plan at a price or less. */
export const isDelivered = (plan: PricedPlan): SQL => sql`(${mayDispatch()} and exists (
  select from ${suppliersOn()} s where s.fresh and not s.stopped and ${delivers(sql`s`, plan)}))`;

/**
 * The condition that a supplier with a fresh list delivers a plan at a price or less, or any plan, and runs,
 * or is due to be probed and none waits that would, at any supplier; also one to try a paused line.
 */
export const isSold = (plan?: PricedPlan): SQL => sql`(${mayDispatch()} and exists (
  select from ${suppliersOn()} s
  where s.fresh and ${delivers(sql`s`, plan, isLineUnsold)}
    and (not s.stopped or s.probe_at <= now() and not exists (
      select from purchases where (state = 'queued' and not paused) or state = 'sending'))))`;

/** The condition that a supplier runs that delivers a plan, or whose first list is yet to come. */
export const isAnySending = (): SQL => sql`exists (
  select from ${suppliersOn()} s
  where not s.stopped and (s.synced_at is null or ${delivers(sql`s`)})
    and not exists (select from dispatcher where stopped))`;

/**
 * The condition that a supplier that is on, stopped or not, delivers the plan of a purchase `p`, at a cost or
 * less where that is given.
 */
export const hasSupplier = (p: SQL, maxCost?: SQL): SQL => sql`exists (
  select
  from deliverable_plans d
  join suppliers s on s.id = d.supplier_id
  where d.plan_id = ${p}.plan_id and ${isSameBundle(sql`d`, p)} and ${isSupplierOn(sql`s`)}
    ${maxCost ? sql`and d.cost <= ${maxCost}` : sql``})`;

/**
 * The condition that a supplier `s` is poor and isn't due for its one purchase a minute, by which it shows
 * that it is better (`judgeSuppliers`).
 */
export const comesLast = (s: SQL): SQL => sql`(${s}.poor_since is not null and exists (
  select from attempts a where a.supplier_id = ${s}.id and a.claimed_at > now() - interval '1 minute'))`;

/** Selects the rule by which a supplier is chosen for a purchase `p`: its plan's own, or `ofAllPlans`. */
export const planRouting = (p: SQL, ofAllPlans: SQL): SQL => sql`coalesce(
  (select coalesce(r.routing, 'first') from plan_routings r where r.plan_id = ${p}.plan_id),
  ${ofAllPlans})`;

/** The condition that the plan of a purchase `p` names this supplier first. */
export const isFirst = (supplierId: SQL, p: SQL): SQL =>
  sql`exists (
    select from plan_routings r where r.plan_id = ${p}.plan_id and r.first_supplier_id = ${supplierId})`;

interface Candidate {
  poor: SQL;
  id: SQL;
  cost: SQL;
  rank: SQL;
  first: SQL;
}

/**
 * The order of suppliers, best first: poor ones last, then the cheapest, and of the same cost the preferred
 * one; by `rank` the preferred one. `first` puts the one that the plan names before the others.
 */
export const supplierOrder = (routing: SQL, { poor, id, cost, rank, first }: Candidate): SQL => sql`
  (${poor},
    case when ${routing} = 'rank' then 0 when ${routing} = 'first' and ${first} then -1 else ${cost} end,
    ${rank}, ${id})`;
