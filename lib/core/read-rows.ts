import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "./context.ts";

/**
 * An amount in minor units, or another exact whole number: from the text of an `int8` or `numeric`, or from a number
 * that is exact.
 */
export const minor = column("a whole number", (value) =>
  Number.isSafeInteger(value) || (typeof value === "string" && /^-?\d+$/.test(value))
    ? BigInt(value as string | number)
    : undefined,
);

/** A whole number up to 2^53: an `int4`, or the text of an `int8` or `numeric`. */
export const int = column("a whole number", (value) => {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
});

/** A time, from the text of a `timestamptz`. */
export const instant = column("a time", (value) => {
  const time = typeof value === "string" ? new Date(value) : undefined;
  return Number.isNaN(time?.getTime()) ? undefined : time;
});

/** Text of which the database ensures that it is one of `T`. */
export const textOf = <T extends string>() => z.string() as unknown as z.ZodType<T>;

/** An object of columns that are all null where there is none, such as those of a `left join`. */
export const joined = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((group) => {
    const values = typeof group === "object" && group ? Object.values(group) : [];
    return values.length > 0 && values.every((value) => value === null) ? null : group;
  }, z.object(shape).nullable());

/**
 * Returns a tag for a statement, in which values are as in `sql`: it runs it and parses its rows. The column
 * `low_balance` becomes the field `lowBalance`, and `"last.sold_at"` the field `soldAt` of `last`. Columns
 * without a field are left out.
 * @throws an error that names the column which is absent or of another type
 */
export const readRows =
  <Schema extends z.ZodType>(db: Db, schema: Schema) =>
  async (...statement: Parameters<typeof sql>) =>
    parseRows(schema, await db.execute(sql(...statement)));

/** Returns a tag for a statement with a row whatever it finds, such as sums. */
export const readRow =
  <Schema extends z.ZodType>(db: Db, schema: Schema) =>
  async (...statement: Parameters<typeof sql>) =>
    parseRow(schema, await db.execute(sql(...statement)));

/** Parses the one row of a prepared query like `readRow`. */
export function parseRow<Schema extends z.ZodType>(schema: Schema, rows: readonly Record<string, unknown>[]) {
  const [row] = parseRows(schema, rows);
  if (row === undefined) throw new Error("The statement returned no row.");
  return row;
}

/** Parses the rows of a prepared query like `readRows`. */
export function parseRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly Record<string, unknown>[],
): z.output<Schema>[] {
  const places = Object.keys(rows[0] ?? {}).map(toPlace);
  return rows.map((row) => {
    const { data, error } = schema.safeParse(nameFields(row, places));
    if (!error) return data;
    // Neither the row nor its values, which may be personal data, are in the message.
    const problems = error.issues.map((issue) => {
      const problem = "expected" in issue ? `expected ${issue.expected}` : issue.message;
      return `${toColumn(issue.path.join("."))}: ${problem}`;
    });
    throw new Error(`The row doesn’t match. ${problems.join("; ")}`);
  });
}

const toField = (column: string) => column.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
const toColumn = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Place = readonly [column: string, field: string, within: string | undefined];

/** The places of all columns so far: naming the columns of one row takes longer than parsing it. */
const knownPlaces = new Map<string, Place>();

function toPlace(column: string): Place {
  let place = knownPlaces.get(column);
  if (!place) {
    const [field = column, within] = column.split(".").map(toField);
    place = [column, field, within];
    knownPlaces.set(column, place);
  }
  return place;
}

function nameFields(row: Record<string, unknown>, places: readonly Place[]) {
  const fields: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [column, field, within] of places)
    if (within === undefined) fields[field] = row[column];
    else groups[field] = Object.assign(groups[field] ?? {}, { [within]: row[column] });
  return Object.assign(fields, groups);
}

/** Creates the type of a column; `read` returns undefined for what isn't of it. */
function column<T>(expected: string, read: (value: unknown) => T | undefined) {
  return z.unknown().transform((value, { issues }): T => {
    const field = read(value);
    if (field !== undefined) return field;
    issues.push({ code: "custom", message: `expected ${expected}`, input: value });
    return z.NEVER;
  });
}
