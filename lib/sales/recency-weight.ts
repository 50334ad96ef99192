import { type SQL, sql } from "drizzle-orm";

/** The weight of a purchase among frequent and recent ones: two weeks ago it is about a third of today's. */
export const getRecencyWeight = (placedAt: SQL): SQL =>
  sql`exp(-extract(epoch from now() - ${placedAt})::float8 / ${sql.raw(String(14 * 24 * 3600))})`;
