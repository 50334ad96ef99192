import type postgres from "postgres";

/** What stands in a backup beside its rows: what it is, and which schema it has. */
export interface Head {
  portal: string;
  /** When its snapshot was taken, by the database's clock. */
  at: string;
  /** The migrations that its schema has, by when they were made. */
  migrations: number[];
}

export interface Table {
  table: string;
  /** Quoted, without those that the database fills itself. */
  columns: string[];
}

export interface Sequence {
  sequence: string;
  last: string;
  called: boolean;
}

export interface End {
  tables: number;
  rows: number;
}

/** The end of a table's rows, as PostgreSQL itself writes it: no row can look like it. */
export const END_OF_ROWS = "\\.\n";

/** What is only of this moment: processes say anew that they live. */
const PASSING = ["processes"];

/** The tables to keep, each after those that it refers to. What is not logged by the database is for minutes only. */
export async function keptTables(sql: postgres.Sql | postgres.TransactionSql): Promise<Table[]> {
  const rows = (await sql.unsafe(`
    select c.relname as name,
      (select json_agg(quote_ident(attname) order by attnum) from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(distinct r.relname), '[]') from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by 1`)) as unknown as {
    name: string;
    columns: string[];
    needs: string[];
  }[];
  const left = new Map(rows.filter(({ name }) => !PASSING.includes(name)).map((row) => [row.name, row]));
  const ordered: Table[] = [];
  while (left.size > 0) {
    const next = [...left.values()].find(({ needs }) => !needs.some((need) => left.has(need)));
    if (!next)
      throw new Error(`These tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    left.delete(next.name);
    ordered.push({ table: next.name, columns: next.columns });
  }
  return ordered;
}
