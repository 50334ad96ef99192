import { type SQL, sql } from "drizzle-orm";
import { toTextKey } from "#lib/catalogue/text-key";
import type { Ctx } from "#lib/core/context";

/**
 * Matches a supplier's routes to plans where network, type, size and validity are the same texts on both
 * sides, where only one plan and one route have them, and where the cost is at most 20 % from the one known.
 * Everything else, and every route that an admin decided about, is left to an admin. A match made so whose
 * plan changed is made again or ends. The matches of a new supplier await an admin, who confirms them
 * together.
 * @returns how many were matched
 */
export async function matchSameRoutes(ctx: Ctx, supplierId: number): Promise<number> {
  const pairs = selectSamePairs(supplierId);
  await ctx.db.execute(sql`
    with pairs as (${pairs})
    update routes r set ${UNMATCH}
    where r.supplier_id = ${supplierId} and r.delisted_at is null and r.matched_by = 'same'
      and exists (select from plans p where p.id = r.plan_id and p.delisted_at is null)
      and not exists (select from pairs where pairs.route = r.supplier_plan_id and pairs.plan = r.plan_id)`);
  await ctx.db.execute(sql`
    with pairs as (${pairs})
    update routes r set ${CONFIRM}, matched_texts = plan_texts(r.plan_id)
    from pairs join suppliers s on s.id = ${supplierId} and s.matches_confirmed_at is not null
    where r.supplier_id = ${supplierId} and r.supplier_plan_id = pairs.route and r.plan_id = pairs.plan
      and r.matched_by = 'same' and r.closed_for = 'plan' and ${IS_NEAR}`);
  const matched = await ctx.db.execute(sql`
    with pairs as (${pairs}),
    counted as (
      select *, count(*) over (partition by route) as plans, count(*) over (partition by plan) as routes
        from pairs
    )
    update routes r set plan_id = pairs.plan, matched_by = 'same', matched_texts = plan_texts(pairs.plan),
      confirmed_at = now(),
      confirmed_cost = case when s.matches_confirmed_at is not null then r.cost end,
      closed_for = case when s.matches_confirmed_at is null then 'plan' end
    from counted pairs join suppliers s on s.id = ${supplierId}
    where r.supplier_id = ${supplierId} and r.supplier_plan_id = pairs.route and pairs.plans = 1
      and pairs.routes = 1
      and r.plan_id is null and r.matched_by is null and ${IS_NEAR}
      and not exists (select from routes o where o.supplier_id = ${supplierId} and o.plan_id = pairs.plan)
    returning r.supplier_plan_id`);
  return matched.length;
}

/** The columns of a route that delivers no plan of the portal any more. */
export const UNMATCH = sql.raw(
  "plan_id = null, matched_by = null, confirmed_cost = null, matched_texts = null, closed_for = null",
);

/** The columns of a route whose cost counts as normal from now on. */
export const CONFIRM = sql.raw("confirmed_cost = cost, confirmed_at = now(), closed_for = null");

const IS_NEAR = sql.raw("r.cost * 5 between pairs.known_cost * 4 and pairs.known_cost * 6");

/** Selects each route and plan with the same texts. A validity that isn't listed is the same as no other. */
const selectSamePairs = (supplierId: number): SQL => sql`
  select t.supplier_plan_id as route, p.id as plan, 
    coalesce(case when p.doubt is null then p.own_cost else p.confirmed_cost end, p.other_cost) as known_cost
  from routes t
  join networks n on ${toTextKey(sql`n.name`)} = ${toTextKey(sql`t.network_name`)}
  join plan_types y on y.network_id = n.id and ${toTextKey(sql`y.name`)} = ${toTextKey(sql`t.type_name`)}
  join plans p on p.network_id = n.id and p.type_id = y.id and p.delisted_at is null
    and ${toTextKey(sql`p.size || p.volume`)} = ${toTextKey(sql`t.size || t.volume`)}
    and ${toTextKey(sql`t.validity`)} in (${toTextKey(sql`p.validity`)},
      ${toTextKey(sql`p.validity_normalized`)})
  where t.supplier_id = ${supplierId} and t.delisted_at is null and not t.ignored
    and ${toTextKey(sql`t.size || t.volume`)} <> '' and ${toTextKey(sql`t.validity`)} <> ''`;
