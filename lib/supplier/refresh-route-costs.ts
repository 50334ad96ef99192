import { type SQL, sql } from "drizzle-orm";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { isSupplierOn } from "#lib/catalogue/sale-conditions";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";

/**
 * Stores what later suppliers ask for each plan, and the listed prices of the plans that only they list, as a new version of
 * the catalogue where something changed. Each change of a route or a supplier is followed by this, and each minute once
 * more, in case it was cut off. Admins only.
 */
export async function refreshRouteCosts(ctx: Ctx): Promise<void> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ changed: boolean }>(sql`
    with supply as (${SUPPLY}) select exists (select from plans p join supply on supply.id = p.id where ${IS_CHANGED}) as changed`);
  if (!row?.changed) return;
  await changeCatalogue(ctx, async (tx) => {
    const changes = COLUMNS.map(({ column, wanted }) => sql`${column} = ${wanted}`);
    await tx.db.execute(sql`
      with supply as (${SUPPLY})
      update plans p set ${listSql(changes)} from supply where supply.id = p.id and ${IS_CHANGED}`);
  });
}

/** Each column and what it should be: a plan keeps its prices when its supplier no longer lists it. */
const COLUMNS = [
  { column: sql.raw("route_cost"), wanted: sql`supply.cost` },
  // An older version, which runs beside this one during an upgrade, delists what the main supplier never listed.
  {
    column: sql.raw("delisted_at"),
    wanted: sql`case when p.listed_by = ${sql.raw(String(MAIN_SUPPLIER_ID))} then p.delisted_at end`,
  },
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

/** Selects the dearest cost of each plan at the later suppliers that are on, and what its own supplier lists. */
const SUPPLY = sql`
  select plans.id, (
      select max(r.cost) from routes r join suppliers on suppliers.id = r.supplier_id
      where r.plan_id = plans.id and r.open and ${isSupplierOn(sql`suppliers`)}) as cost, (
      select r.amounts from routes r
      where plans.listed_by <> ${sql.raw(String(MAIN_SUPPLIER_ID))} and r.supplier_id = plans.listed_by and r.plan_id = plans.id) as amounts
  from plans`;
