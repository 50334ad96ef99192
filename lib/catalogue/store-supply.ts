import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, LEVELS } from "#lib/core/context";
import { int, readRow, readRows } from "#lib/core/read-rows";

/**
 * Stores what the suppliers ask for each plan, as part of the caller's change of the catalogue.
 * @param supply selects for each plan id, own_cost, own_open, amounts, doubt, confirmed_cost, other_cost
 * @returns the plans that changed
 */
export async function storeSupply(ctx: Ctx, supply: SQL): Promise<number[]> {
  const rows = await readRows(ctx.db, z.object({ id: int }))`
    with supply as (${supply})
    update plans p
    set ${listSql(COLUMNS.map(({ column, wanted }) => sql`${column} = ${wanted}`))}
    from supply
    where supply.id = p.id and ${IS_CHANGED}
    returning p.id`;
  return rows.map(({ id }) => id);
}

/** Returns whether storing it would change a plan. */
export async function isSupplyChanged(ctx: Ctx, supply: SQL): Promise<boolean> {
  const { changed } = await readRow(ctx.db, z.object({ changed: z.boolean() }))`
    with supply as (${supply})
    select exists (select from plans p join supply on supply.id = p.id where ${IS_CHANGED}) as changed`;
  return changed;
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
