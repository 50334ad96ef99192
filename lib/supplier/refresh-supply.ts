import { sql } from "drizzle-orm";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { isSupplyChanged, storeSupply } from "#lib/catalogue/store-supply";
import { type Ctx, requireAdmin } from "#lib/core/context";

/**
 * Stores what the suppliers ask for each plan, and the listed prices of each plan's own supplier, as a new
 * version of the catalogue where something changed. Each change of a route or a supplier is followed by this,
 * and each minute once more, in case it was cut off. Admins only.
 */
export async function refreshSupply(ctx: Ctx): Promise<void> {
  requireAdmin(ctx);
  if (!(await isSupplyChanged(ctx, SUPPLY))) return;
  await changeCatalogue(ctx, async (tx) => {
    await writeSupply(tx);
  });
}

/** The same as part of the caller's change of the catalogue. @returns the plans that changed */
export const writeSupply = (ctx: Ctx): Promise<number[]> => storeSupply(ctx, SUPPLY);

/**
 * Selects what the route of each plan's own supplier says, and the dearest cost at the others that are on.
 */
const SUPPLY = sql`
  select
    plans.id, own.cost as own_cost, coalesce(own.open and own.is_on, false) as own_open, own.amounts,
    own.doubt, case when own.doubt is not null then own.confirmed_cost end as confirmed_cost,
    (
      select max(r.cost)
      from routes r
      join suppliers s on s.id = r.supplier_id
      where r.plan_id = plans.id and r.supplier_id <> plans.listed_by and r.open and ${isSupplierOn(sql`s`)}
    ) as other_cost
  from plans
  left join lateral (
    select
      r.cost, r.open, r.amounts, r.confirmed_cost, ${isSupplierOn(sql`s`)} as is_on,
      case
        when r.matched_by is distinct from 'list' then null
        when r.delisted_at is not null then case when plans.delisted_at is null then 'missing' end
        when r.closed_for = 'charged' then 'charged'
        when r.closed_for = 'plan' then 'new'
        when route_state(r) = 'cost' then 'cost'
      end as doubt
    from routes r
    join suppliers s on s.id = r.supplier_id
    where r.supplier_id = plans.listed_by and r.plan_id = plans.id
  ) own on true`;
