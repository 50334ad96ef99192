import { type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "#lib/core/context";

const dialect = new PgDialect();

/**
 * A statement that each purchase needs. Its text is made once in a process, at the first use, and the server parses it once
 * on each connection; from the sixth time on it is planned no more. So `write` must not depend on anything but the values
 * that it is handed, the environment and its own constants, and what it reads must not hang on how often a value occurs:
 * lists with filters are planned anew each time, and do not belong here.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  write: (values: { readonly [Name in keyof Values]-?: SQL }) => SQL,
): (db: Db, values: Values) => Promise<Row[]> {
  let query: ReturnType<PgDialect["sqlToQuery"]> | undefined;
  return (db, values) => {
    query ??= dialect.sqlToQuery(write(placeholders()));
    // The name only says that it is to be prepared: the driver knows statements by their text.
    return db._.session.prepareQuery(query, undefined, "prepared", false).execute(values) as Promise<Row[]>;
  };
}

const placeholders = <T>() => new Proxy({}, { get: (_, name) => sql`${sql.placeholder(String(name))}` }) as T;

/** The fields of a row that such a statement returned, decoded as drizzle's select does it. */
export function decoded<Fields>(columns: Columns<Fields>, row: Record<string, unknown>): Fields {
  const fields = {} as Record<string, unknown>;
  for (const field in columns) {
    const column = columns[field];
    const value = row[column.name];
    fields[field] = value === null ? null : column.mapFromDriverValue(value);
  }
  return fields as Fields;
}

type Columns<Fields> = { readonly [Name in keyof Fields]: PgColumn };
