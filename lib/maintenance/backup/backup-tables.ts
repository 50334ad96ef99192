import type postgres from "postgres";
import { z } from "zod";
import { parseRows } from "#lib/core/read-rows";

/** The first line of a backup: its origin and schema. */
export interface BackupHeader {
  portal: string;
  /** The time of its snapshot, by the database's clock. */
  at: string;
  /** The migrations of its schema, by their creation time. */
  migrations: number[];
}

export interface BackupTable {
  table: string;
  /** Quoted, without generated ones. */
  columns: string[];
}

export interface BackupSequence {
  sequence: string;
  last: string;
  called: boolean;
}

export interface BackupTotals {
  tables: number;
  rows: number;
}

/** The end of a table's rows in PostgreSQL's format: no row can look like it. */
export const END_OF_ROWS = "\\.\n";

/** Tables that aren't restored: running processes fill `processes` again. */
const EXCLUDED_TABLES = ["processes"];

const TableRow = z.object({ name: z.string(), columns: z.array(z.string()), needs: z.array(z.string()) });

/** Lists the tables of a backup, each after those it refers to. Unlogged tables hold data for minutes. */
export async function listBackupTables(sql: postgres.Sql | postgres.TransactionSql): Promise<BackupTable[]> {
  const statement = `
    select
      c.relname as name,
      (
        select json_agg(quote_ident(attname) order by attnum)
        from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      (
        select coalesce(json_agg(distinct r.relname), '[]')
        from pg_constraint k
        join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
      ) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    order by 1`;
  const rows = parseRows(TableRow, await sql.unsafe(statement));
  const left = new Map(
    rows.filter(({ name }) => !EXCLUDED_TABLES.includes(name)).map((row) => [row.name, row]),
  );
  const ordered: BackupTable[] = [];
  while (left.size > 0) {
    const next = [...left.values()].find(({ needs }) => !needs.some((need) => left.has(need)));
    if (!next)
      throw new Error(`These tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    left.delete(next.name);
    ordered.push({ table: next.name, columns: next.columns });
  }
  return ordered;
}
