import { type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "#lib/core/context";

const dialect = new PgDialect();

/**
 * Prepares a statement that each purchase needs. Its text is made once in a process, at the first use, and
 * the server parses it once on each connection; from the sixth run on it is not planned again. So `write`
 * must depend only on its values, the environment and its own constants, and the best plan must not depend on
 * how often a value occurs: lists with filters are planned each time, and do not belong here.
 */
export function prepareQuery<Values extends Record<string, unknown>>(
  write: (values: { readonly [Name in keyof Values]-?: SQL }) => SQL,
): (db: Db, values: Values) => Promise<Record<string, unknown>[]> {
  let query: ReturnType<PgDialect["sqlToQuery"]> | undefined;
  return (db, values) => {
    query ??= dialect.sqlToQuery(write(createPlaceholders()));
    // The name only makes the driver prepare it: the driver identifies statements by their text.
    return db._.session.prepareQuery(query, undefined, "prepared", false).execute(values) as Promise<
      Record<string, unknown>[]
    >;
  };
}

const createPlaceholders = <T>() =>
  new Proxy({}, { get: (_, name) => sql`${sql.placeholder(String(name))}` }) as T;

/**
 * Hides an id from the planner. Seeing it, PostgreSQL may expect so few or many rows that it plans a prepared
 * statement again at every run, although the plan is always the same.
 */
export const hideFromPlanner = (id: SQL): SQL => sql`(select ${id}::bigint)`;

/** Decodes the fields of a returned row as drizzle's select does. */
export function decodeRow<Fields>(columns: ColumnMap<Fields>, row: Record<string, unknown>): Fields {
  const fields = {} as Record<string, unknown>;
  for (const field in columns) {
    const column = columns[field];
    const value = row[column.name];
    fields[field] = value === null ? null : column.mapFromDriverValue(value);
  }
  return fields as Fields;
}

type ColumnMap<Fields> = { readonly [Name in keyof Fields]: PgColumn };
