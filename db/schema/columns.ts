import { getTableColumns, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  integer,
  text,
  timestamp,
  type UpdateDeleteAction,
} from "drizzle-orm/pg-core";

/** Money in minor units. */
export const minor = (name: string) => bigint(name, { mode: "bigint" });

/** An instant; the database's clock decides. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A row's own number, made by the database. */
export const identity = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** A reference to another row's number. */
export const reference = (name: string) => bigint(name, { mode: "number" });

/** A reference that each row has, which the database enforces. */
export const referenceTo = (
  name: string,
  column: () => AnyPgColumn,
  actions?: { onDelete: UpdateDeleteAction },
) => reference(name).notNull().references(column, actions);

/** One of some words, which each row has. `isOneOf` makes the database enforce it. */
export const choice = <U extends string, T extends Readonly<[U, ...U[]]>>(name: string, words: T) =>
  text(name, { enum: words }).notNull();

/** The check that a column has one of its words, which drizzle knows only for the table's column. */
export function isOneOf(name: string, column: AnyPgColumn) {
  const columns = Object.values(getTableColumns(column.table));
  const words = columns.find(({ name }) => name === column.name)?.enumValues;
  return check(name, sql`${column} in (${sql.raw(words?.map((word) => `'${word}'`).join(", ") ?? "")})`);
}

/** A plan's names at the time of a purchase or order: plans are renamed and deleted. */
export const planSnapshot = () => ({
  planId: integer("plan_id").notNull(),
  networkId: integer("network_id").notNull(),
  networkName: text("network_name").notNull(),
  typeName: text("type_name").notNull(),
  size: text("size").notNull(),
  volume: text("volume").notNull(),
  validity: text("validity").notNull(),
});
