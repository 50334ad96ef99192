import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";

/** A condition for a statement that sells: this version is still the catalogue, and it is fresh. */
export function inForce(version: number): SQL {
  const age = sql`make_interval(secs => ${env().CATALOGUE_MAX_AGE_S})`;
  return sql`exists (select from catalogue where version = ${version} and synced_at >= now() - ${age})`;
}
