import { type SQL, sql } from "drizzle-orm";
import { selectProceeds } from "#lib/core/purchase-state";
import { isLinePaused } from "#lib/outage/is-line-paused";
import {
  deliveryCost,
  isFirst,
  planRouting,
  sendingCost,
  supplierOrder,
} from "#lib/purchase/queue/choose-supplier";

// Conditions on a purchase `p` within the statement of `buildClaimStatement`, whose `rules`, `this_supplier`, `others`
// and `gate` they read.

/** The condition that another supplier is enabled. */
export const isAmongOthers = (supplierId: SQL): SQL =>
  sql`exists (select from suppliers s where s.enabled and s.id <> ${supplierId})`;

/** The condition that the supplier delivers a purchase at what the operator gets for it, or less. */
export const isSoldHere = (supplierId: SQL, p: SQL): SQL =>
  sql`${sendingCost(supplierId, p)} <= ${selectProceeds(p)}`;

/**
 * The condition that the supplier takes a purchase: it delivers it at the price or less, unless a better one
 * takes it within its patience, or this one surely didn't deliver it a moment ago and another hasn't tried.
 * A probe waits for no better one: else a quiet portal never tries a stopped supplier again.
 */
export const isTaken = (supplierId: SQL, p: SQL): SQL => sql`
  ${isSoldHere(supplierId, p)}
  and (${IS_PROBE} or not exists (
    select
    from (${selectRivals(p)}) rival
    where ${wasJustTried(supplierId, p)}
      or ${p}.placed_at > now() - make_interval(secs => rival.patience)
        and ${isBetter(sql`rival`, supplierId, p)}
  ))`;

/** The reason of the choice, which is stored with the attempt; null where no other supplier is on. */
export const explainChoice = (supplierId: SQL, p: SQL): SQL => sql`
  case
    when not ${isAmongOthers(supplierId)} then null
    when ${IS_PROBE} or ${isLinePaused(supplierId, sql`${p}.plan_id`)} then 'probe'
    when exists (select from attempts a where a.purchase_id = ${p}.id) then 'next'
    when not exists (${selectRivals(p)}) then 'only'
    when exists (
      select from (${selectRivals(p)}) rival where ${isBetter(sql`rival`, supplierId, p)}
    ) then 'late'
    else ${planRouting(p, OF_ALL_PLANS)}
  end`;

const IS_PROBE = sql`(select probes from gate)`;

const OF_ALL_PLANS = sql`(select routing from rules)`;

/** Selects the others that could take a purchase and haven't tried, each with its cost. */
const selectRivals = (p: SQL): SQL => sql`
  select o.id, o.rank, o.poor, o.patience, offer.cost
  from others o
  cross join lateral (select ${sendingCost(sql`o.id`, p)} as cost) offer
  where offer.cost <= ${selectProceeds(p)}
    and not exists (select from attempts a where a.purchase_id = ${p}.id and a.supplier_id = o.id)`;

const wasJustTried = (supplierId: SQL, p: SQL): SQL => sql`exists (
  select
  from attempts a
  where a.purchase_id = ${p}.id and a.supplier_id = ${supplierId}
    and a.claimed_at > clock_timestamp() - interval '10 seconds')`;

/** The condition that a rival comes before the supplier. */
const isBetter = (rival: SQL, supplierId: SQL, p: SQL): SQL => {
  const routing = planRouting(p, OF_ALL_PLANS);
  const ofRival = supplierOrder(routing, {
    poor: sql`${rival}.poor`,
    id: sql`${rival}.id`,
    cost: sql`${rival}.cost`,
    rank: sql`${rival}.rank`,
    first: isFirst(sql`${rival}.id`, p),
  });
  const ofSupplier = supplierOrder(routing, {
    poor: sql`(select poor from this_supplier)`,
    id: supplierId,
    cost: deliveryCost(supplierId, p),
    rank: sql`(select rank from this_supplier)`,
    first: isFirst(supplierId, p),
  });
  return sql`${ofRival} < ${ofSupplier}`;
};
