import { type SQL, sql } from "drizzle-orm";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { IS_CLOSED_BY_COST } from "./list-suppliers.ts";

/**
 * Stores what the suppliers ask for each plan, and the listed prices of each plan's own supplier, as a new
 * version of the catalogue where something changed. Each change of a route or a supplier is followed by this,
 * and each minute once more, in case it was cut off. Admins only.
 */
export async function refreshSupply(ctx: Ctx): Promise<void> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ changed: boolean }>(sql`
    with supply as (${SUPPLY})
    select exists (select from plans p join supply on supply.id = p.id where ${IS_CHANGED}) as changed`);
  if (!row?.changed) return;
  await changeCatalogue(ctx, async (tx) => {
    await writeSupply(tx);
  });
}

/**
 * Writes it into the plans, as part of the caller's change of the catalogue. @returns the plans that changed
 */
export async function writeSupply(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db.execute<{ id: number }>(sql`
    with supply as (${SUPPLY})
    update plans p set ${listSql(COLUMNS.map(({ column, wanted }) => sql`${column} = ${wanted}`))}
    from supply where supply.id = p.id and ${IS_CHANGED}
    returning p.id`);
  return rows.map(({ id }) => id);
}

/** Each column and what it should be: a plan keeps its prices when its supplier no longer lists it. */
const COLUMNS = [
  ...["own_cost", "own_open", "other_cost", "doubt", "confirmed_cost"].map((name) => ({
    column: sql.raw(name),
    wanted: sql.raw(`supply.${name}`),
  })),
  { column: sql.raw("amount"), wanted: sql`coalesce((supply.amounts->>'standard')::bigint, p.amount)` },
  ...LEVELS.map((level) => {
    const column = sql.raw(`${level}_amount`);
    const listed = sql.raw(`(supply.amounts->>'${level}')::bigint`);
    return { column, wanted: sql`case when supply.amounts is null then p.${column} else ${listed} end` };
  }),
];

const listSql = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);

const IS_CHANGED = sql`(${listSql(COLUMNS.map(({ column }) => sql`p.${column}`))})
  is distinct from (${listSql(COLUMNS.map(({ wanted }) => wanted))})`;

/**
 * Selects what the route of each plan's own supplier says, and the dearest cost at the others that are on.
 */
const SUPPLY = sql`
  select plans.id, own.cost as own_cost, coalesce(own.open and own.is_on, false) as own_open, own.amounts,
    own.doubt, case when own.doubt is not null then own.confirmed_cost end as confirmed_cost,
    (select max(r.cost) from routes r join suppliers on suppliers.id = r.supplier_id
      where r.plan_id = plans.id and r.supplier_id <> plans.listed_by and r.open
        and ${isSupplierOn(sql`suppliers`)}) as other_cost
  from plans
  left join lateral (
    select r.cost, r.open, r.amounts, r.confirmed_cost, ${isSupplierOn(sql`suppliers`)} as is_on,
      case when r.matched_by is distinct from 'list' then null
        when r.delisted_at is not null then case when plans.delisted_at is null then 'missing' end
        when r.closed_for = 'charged' then 'charged'
        when r.closed_for = 'plan' then 'new'
        when ${IS_CLOSED_BY_COST} then 'cost' end as doubt
    from routes r join suppliers on suppliers.id = r.supplier_id
    where r.supplier_id = plans.listed_by and r.plan_id = plans.id
  ) own on true`;
