import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";
import { daysFrom, SETTLED_IN } from "#lib/purchase/report/count-days";
import { outcomes } from "#lib/purchase/settle/outcomes";

/**
 * The CTEs `days` (day, starts, ends) from the first day to the last and `counted` (day): those of them whose stored sums of
 * shops still hold. They do when the day was over and nothing that was delivered on it was reversed since: nothing else
 * takes an order out of what was earned.
 * @param to the last day as text; no day after today is in it.
 */
export function countedShopDays(first: SQL, to: string): SQL {
  return sql`${daysFrom(first, to)}, counted as materialized (
      select days.day from days join report_shop_days r on r.day = days.day
      where r.time_zone = ${env().TIME_ZONE} and r.counted_at > days.ends + ${SETTLED_IN} and not exists (
        select from (${outcomes()}) p where p.channel = 'storefront' and p.settled_at >= days.starts and p.settled_at < days.ends
          and p.reversed_at >= r.counted_at - ${SETTLED_IN})
    )`;
}

/** A query for what a shop earned with the orders that were delivered from `starts` until before `ends`, by plan. */
export function earnedWithin(resellerId: SQL, starts: SQL, ends: SQL): SQL {
  return sql`
    select o.plan_id, max(o.network_name) as network_name,
      max(concat_ws(' · ', o.size || ' ' || o.volume, o.type_name, o.validity)) as label,
      count(*) as orders, sum(o.price) as sales, sum(p.price) as cost
    from (${outcomes()}) p join orders o on o.purchase_id = p.id
    where p.reseller_id = ${resellerId} and o.reseller_id = ${resellerId} and p.channel = 'storefront'
      and p.state = 'successful' and o.payment = 'received' and p.settled_at >= ${starts} and p.settled_at < ${ends}
    group by o.plan_id`;
}
