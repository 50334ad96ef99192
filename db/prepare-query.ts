import { type SQL, sql } from "drizzle-orm";
import { type PgColumn, PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "#lib/core/context";

const dialect = new PgDialect();

export type Row = Record<string, unknown>;
/** Writes a statement about values, which it must not read. */
export type Write<Values> = (values: { readonly [Name in keyof Values]-?: SQL }) => SQL;

/**
 * Prepares a statement that each purchase or page needs. Its text is made once in a process, at the first use, and
 * the server parses it once on each connection; from the sixth run on it is not planned again. So `write`
 * must depend only on its values, the environment and its own constants, and the best plan must not depend on
 * how often a value occurs: lists with filters are planned each time, and do not belong here.
 */
export function prepareQuery<Values extends Row>(
  write: Write<Values>,
): (db: Db, values: Values) => Promise<Row[]> {
  let query: Query | undefined;
  const run = (db: Db, values: Values) => {
    query ??= compileQuery(write(createPlaceholders()));
    return runQuery(db, query, values);
  };
  return (db, values) => {
    const collect = collectors.get(db);
    if (!collect) return run(db, values);
    return collect({ write: write as Write<Row>, values, run: (db) => run(db, values) });
  };
}

/** A prepared statement with its values. */
export interface Statement {
  write: Write<Row>;
  values: Row;
  run(db: Db): Promise<Row[]>;
}

/** Runners of the prepared statements of a `db`, in its stead. */
export const collectors = new WeakMap<Db, (statement: Statement) => Promise<Row[]>>();

export type Query = ReturnType<PgDialect["sqlToQuery"]>;

export const compileQuery = (statement: SQL): Query => dialect.sqlToQuery(statement);

/** The name only makes the driver prepare it: the driver identifies statements by their text. */
export const runQuery = (db: Db, query: Query, values: Row) =>
  db._.session.prepareQuery(query, undefined, "prepared", false).execute(values) as Promise<Row[]>;

/** @param prefix of the names, where several statements become one. */
export const createPlaceholders = <T>(prefix = "") =>
  new Proxy({}, { get: (_, name) => sql`${sql.placeholder(prefix + String(name))}` }) as T;

/**
 * Hides an id from the planner. Seeing it, PostgreSQL may expect so few or many rows that it plans a prepared
 * statement again at every run, although the plan is always the same.
 */
export const hideFromPlanner = (id: SQL): SQL => sql`(select ${id}::bigint)`;

/** Decodes the fields of a returned row as drizzle's select does. */
export function decodeRow<Fields>(columns: ColumnMap<Fields>, row: Record<string, unknown>): Fields {
  const fields = {} as Record<string, unknown>;
  for (const [field, name, decode] of getDecoders(columns)) {
    const value = row[name];
    fields[field] = value === null ? null : decode(value);
  }
  return fields as Fields;
}

type ColumnMap<Fields> = { readonly [Name in keyof Fields]: PgColumn };
type Decoder = readonly [field: string, name: string, decode: (value: unknown) => unknown];

/** The decoders of each map so far: a column of an aliased table is a proxy, slow to read. */
const decoders = new WeakMap<object, Decoder[]>();

function getDecoders<Fields>(columns: ColumnMap<Fields>): Decoder[] {
  const made =
    decoders.get(columns) ??
    Object.entries<PgColumn>(columns).map(
      ([field, column]): Decoder => [field, column.name, (value) => column.mapFromDriverValue(value)],
    );
  decoders.set(columns, made);
  return made;
}
