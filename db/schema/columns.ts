import { bigint, integer, text, timestamp } from "drizzle-orm/pg-core";

/** Money in minor units. */
export const minor = (name: string) => bigint(name, { mode: "bigint" });

/** An instant; the database's clock decides. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A row's own number, made by the database. */
export const identity = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();

/** A reference to another row's number. */
export const reference = (name: string) => bigint(name, { mode: "number" });

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
