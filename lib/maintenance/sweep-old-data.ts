import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { int, readRow } from "#lib/core/read-rows";
import type { SweepRule, Tables } from "#lib/core/table";

/** Rows of one statement, and statements of one run per table. */
const BATCH_SIZE = 1_000;
const MAX_BATCHES = 20;

/**
 * Deletes and erases rows past their retention, a thousand at a time; background work only. The next
 * run continues a killed one.
 * @param only the names of the tables to sweep, all by default.
 * @returns the number of rows by table, and whether more are due.
 * @throws the first failure, after all other tables
 */
export async function sweepOldData(
  ctx: Ctx,
  tables: Tables,
  only: readonly string[] = Object.keys(tables),
): Promise<{ swept: Record<string, number>; more: boolean }> {
  requireSystem(ctx);
  const rules = only.flatMap((table) => {
    const rule = tables[table]?.retention;
    return rule && "at" in rule ? [{ id: table, rule }] : [];
  });
  const steps = await handleEach(rules, "sweep.table_failed", ({ id, rule }) => sweepTable(ctx, id, rule));
  const swept = Object.fromEntries(steps.flatMap(({ table, rows }) => (rows > 0 ? [[table, rows]] : [])));
  return { swept, more: steps.some(({ full }) => full) };
}

async function sweepTable(
  ctx: Ctx,
  table: string,
  rule: SweepRule,
): Promise<{ table: string; rows: number; full: boolean }> {
  const swept = { table, rows: 0, full: true };
  for (let n = 0; swept.full && n < MAX_BATCHES; n += 1) {
    const step = await (rule.erases && rule.inOrder
      ? eraseOldRows(ctx, table, rule, rule.erases)
      : deleteOldRows(ctx, table, rule));
    swept.rows += step.rows;
    swept.full = step.full;
  }
  return swept;
}

const cutoff = (rule: SweepRule) => sql`now() - make_interval(secs => ${rule.days() * 86_400})`;

/** Deletes the next old rows; in order, it reads only the oldest of all. */
async function deleteOldRows(
  ctx: Ctx,
  table: string,
  rule: SweepRule,
): Promise<{ rows: number; full: boolean }> {
  const name = sql.identifier(table);
  const most = rule.atOnce ?? BATCH_SIZE;
  const oldest = rule.inOrder ? sql`id in (select id from ${name} order by id limit ${most}) and` : sql``;
  const rows = await ctx.db.execute(sql`
    with old as materialized (
      select t.ctid as row from ${name} t
      where ${oldest} ${rule.at} < ${cutoff(rule)} and ${rule.where ?? sql`true`}
      limit ${most} for update of t skip locked
    )
    delete from ${name} where ctid in (select row from old) returning 1`);
  return { rows: rows.length, full: rows.length > 0 };
}

/** Erases columns of the next rows in the order of ids, and stores its position: rows stay. */
async function eraseOldRows(
  ctx: Ctx,
  table: string,
  rule: SweepRule,
  erases: SQL,
): Promise<{ rows: number; full: boolean }> {
  const name = sql.identifier(table);
  const id = sql.identifier(rule.key?.column ?? "id");
  const { checked, rows } = await readRow(ctx.db, z.object({ rows: int, checked: int }))`
    with mark as (
      select coalesce(max(through), 0) as through from retention_checkpoints where name = ${table}
    ),
    next as (
      select t.${id} as id, ${rule.at} < ${cutoff(rule)} as old
      from ${name} t
      ${rule.key?.join ?? sql``}
      where t.${id} > (select through from mark)
      order by t.${id}
      limit ${BATCH_SIZE}
    ),
    upto as (
      select coalesce(min(id) filter (where not old) - 1, max(id)) as id from next
    ),
    erased as (
      update ${name}
      set ${erases}
      where ${id} > (select through from mark) and ${id} <= (select id from upto)
        and ${rule.where ?? sql`true`}
      returning 1
    ),
    noted as (
      insert into retention_checkpoints (name, through)
      select ${table}, id
      from upto
      where id is not null
      on conflict (name) do update
      set through = greatest(retention_checkpoints.through, excluded.through)
    )
    select
      (select count(*) from erased) as rows,
      (select count(*) from next where old) as checked`;
  return { rows, full: checked === BATCH_SIZE };
}
