import { type SQL, sql } from "drizzle-orm";
import { freshSince, isSoldPlan, isSupplierOn, mainCost } from "#lib/catalogue/sale-conditions";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { isHomeDatabase } from "./stop-if-restored.ts";

/** Spaces slots a little wider than the limit: at exactly 60/n seconds, n + 1 sends fit into a closed minute. */
const SLOT_SLACK = 1.035;

/** Returns the seconds between two sends to a supplier. */
export const getSlotGap = (perMinute: number): number => (60 / perMinute) * SLOT_SLACK;

/** Selects the seconds between two sends at the pace of all suppliers that send, or of those that are on if none does. */
export const commonSlotGap = (): SQL => sql`(
  select ${60 * SLOT_SLACK}::float8 / coalesce(sum(s.pace) filter (where not s.stopped and s.fresh), sum(s.pace), 1)
  from ${suppliersOn()} s)`;

/** Selects the next slot of the suppliers that send, or of those that are on if none does. */
export const commonNextSlot = (): SQL => sql`(
  select coalesce(min(s.next_slot_at) filter (where not s.stopped and s.fresh), min(s.next_slot_at), now()) from ${suppliersOn()} s)`;

/**
 * The suppliers that are on, with their pace, next slot, what stops them, and whether their own list is fresh.
 */
export function suppliersOn(): SQL {
  return sql`(
    select o.id, o.name, o.rank, o.poor_since,
      o.per_minute as pace,
      x.next_slot_at, x.stopped, x.probe_at,
      coalesce(o.synced_at >= ${freshSince()}, false) as fresh
    from suppliers o join supplier_sending x on x.supplier_id = o.id
    where ${isSupplierOn(sql`o`)})`;
}

/** Selects the price of a later supplier for the plan of a purchase `p`, in minor units; null when it doesn't deliver it. */
export const routeCost = (supplierId: SQL, p: SQL): SQL =>
  sql`(select r.cost from routes r join plans on plans.id = r.plan_id
    where r.supplier_id = ${supplierId} and r.plan_id = ${p}.plan_id and r.open and ${isSoldPlan(p)})`;

/** Selects the price of a supplier for the plan of a purchase `p`, in minor units; null when it doesn't deliver it. */
export const supplierCost = (supplierId: SQL, p: SQL): SQL => sql`
  case when ${supplierId} = ${MAIN_SUPPLIER_ID}::integer then ${mainCost(p)}
    else ${routeCost(supplierId, p)} end`;

/**
 * The other suppliers that send now, or may try a purchase after a stop, by a fresh list. `patience`: the seconds for
 * which a purchase is left to one of them that is better, which is one of its slots: so a quiet portal buys where it is
 * best, and a busy one uses all.
 */
export const otherSuppliers = (supplierId: SQL): SQL => sql`
  select s.id, s.rank, ${comesLast(sql`s`)} as poor, (60.0 / s.pace) * ${SLOT_SLACK}::float8 + 0.5 as patience
  from ${suppliersOn()} s
  where s.id <> ${supplierId} and s.fresh and (not s.stopped or (s.probe_at <= now()
    and not exists (select from attempts a where a.result is null and a.supplier_id = s.id)))`;

/**
 * The condition that a later supplier that is on, runs and has a fresh list delivers a plan at a price or less, or any plan.
 */
export function isDeliveredByLaterSupplier(plan?: { planId: SQL; price: SQL }): SQL {
  return sql`exists (
    select from routes r join suppliers s on s.id = r.supplier_id join supplier_sending x on x.supplier_id = s.id
    where ${plan ? sql`r.plan_id = ${plan.planId} and r.cost <= ${plan.price}` : sql`true`} and r.open
      and ${isSupplierOn(sql`s`)} and s.synced_at >= ${freshSince()} and not x.stopped
      and exists (select from dispatcher where ${isHomeDatabase()} and not stopped))`;
}

/** The condition that the main supplier is on and runs. */
export const isMainSending = (): SQL => sql`exists (
  select from suppliers s join supplier_sending x on x.supplier_id = s.id cross join dispatcher d
  where s.id = ${MAIN_SUPPLIER_ID} and s.enabled and not x.stopped and not d.stopped)`;

/** The condition that a later supplier that is on delivers the plan of a purchase `p` at its price, stopped or not. */
export const hasLaterSupplier = (p: SQL): SQL => sql`exists (
  select from routes r join suppliers s on s.id = r.supplier_id join plans on plans.id = r.plan_id
  where r.plan_id = ${p}.plan_id and r.open and ${isSoldPlan(p)} and r.cost <= ${p}.price and ${isSupplierOn(sql`s`)})`;

/**
 * The condition that a supplier `s` is poor and isn't due for its one purchase a minute, by which it shows that it is better
 * (`judgeSuppliers`).
 */
export const comesLast = (s: SQL): SQL => sql`(${s}.poor_since is not null and exists (
  select from attempts a where a.supplier_id = ${s}.id and a.claimed_at > now() - interval '1 minute'))`;

/** Selects the rule by which a supplier is chosen for a purchase `p`: its plan's own, or else that of all plans. */
export const planRouting = (p: SQL): SQL => sql`coalesce(
  (select coalesce(c.routing, 'first') from plan_routings c where c.plan_id = ${p}.plan_id), (select routing from rules))`;

/** The condition that the plan of a purchase `p` names this supplier first. */
export const isFirst = (supplierId: SQL, p: SQL): SQL =>
  sql`exists (select from plan_routings c where c.plan_id = ${p}.plan_id and c.first_supplier_id = ${supplierId})`;

interface Candidate {
  poor: SQL;
  id: SQL;
  cost: SQL;
  rank: SQL;
  first: SQL;
}

/**
 * The order of suppliers, best first: poor ones last, then the cheapest, and of the same cost the preferred one; by `rank`
 * the preferred one. `first` puts the one that the plan names before the others.
 */
export const supplierOrder = (routing: SQL, { poor, id, cost, rank, first }: Candidate): SQL => sql`
  (${poor}, case when ${routing} = 'rank' then 0 when ${routing} = 'first' and ${first} then -1 else ${cost} end, ${rank}, ${id})`;
