import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { getMainAccount } from "#lib/upstream/account";

/** Builds the form in which texts of two services are compared: without case and spaces, and nothing else. */
export const toTextKey = (text: SQL): SQL => sql`regexp_replace(lower(${text}), '\\s+', '', 'g')`;

/** Compares texts of two services as `toTextKey` does. */
export const isSameText = (a: string, b: string): boolean => removeSpaces(a) === removeSpaces(b);
const removeSpaces = (text: string) => text.toLowerCase().replace(/\s+/g, "");

/**
 * Matches a supplier's routes to plans where network, type, size and validity are the same texts on both sides, where only
 * one plan and one route have them, and where the cost is at most 20 % from the one known. Everything else, and every
 * route that an admin decided about, is left to an admin. Ends a match made so whose plan has other texts now.
 * @returns how many were matched
 */
export async function matchSameRoutes(ctx: Ctx, supplierId: number): Promise<number> {
  const pairs = selectSamePairs(supplierId);
  await ctx.db.execute(sql`
    with pairs as (${pairs})
    update routes r set plan_id = null, matched_by = null, confirmed_cost = null
    where r.supplier_id = ${supplierId} and r.delisted_at is null and r.matched_by = 'same'
      and exists (select from plans p where p.id = r.plan_id and p.delisted_at is null)
      and not exists (select from pairs where pairs.route = r.supplier_plan_id and pairs.plan = r.plan_id)`);
  const matched = await ctx.db.execute(sql`
    with pairs as (${pairs}),
    counted as (
      select *, count(*) over (partition by route) as plans, count(*) over (partition by plan) as routes from pairs
    )
    update routes r set plan_id = c.plan, matched_by = 'same', confirmed_cost = r.cost
    from counted c
    where r.supplier_id = ${supplierId} and r.supplier_plan_id = c.route and c.plans = 1 and c.routes = 1
      and r.plan_id is null and r.matched_by is null
      and r.cost * 5 between c.main_cost * 4 and c.main_cost * 6
      and not exists (select from routes o where o.supplier_id = ${supplierId} and o.plan_id = c.plan)
    returning r.supplier_plan_id`);
  return matched.length;
}

/** Selects each route and plan with the same texts. A validity that isn't listed is the same as no other. */
const selectSamePairs = (supplierId: number): SQL => sql`
  select t.supplier_plan_id as route, p.id as plan, 
    case when p.listed_by = 1 then ${sql.raw(`p.${getMainAccount().level}_amount`)} else p.route_cost end as main_cost
  from routes t
  join networks n on ${toTextKey(sql`n.name`)} = ${toTextKey(sql`t.network_name`)}
  join plan_types y on y.network_id = n.id and ${toTextKey(sql`y.name`)} = ${toTextKey(sql`t.type_name`)}
  join plans p on p.network_id = n.id and p.type_id = y.id and p.delisted_at is null
    and ${toTextKey(sql`p.size || p.volume`)} = ${toTextKey(sql`t.size || t.volume`)}
    and ${toTextKey(sql`t.validity`)} in (${toTextKey(sql`p.validity`)}, ${toTextKey(sql`p.validity_normalized`)})
  where t.supplier_id = ${supplierId} and t.delisted_at is null and not t.ignored
    and ${toTextKey(sql`t.size || t.volume`)} <> '' and ${toTextKey(sql`t.validity`)} <> ''`;
