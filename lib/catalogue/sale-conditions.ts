import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";

/** A condition for a statement that sells: this version is still the catalogue, and it is fresh. */
export function isCurrentCatalogue(version: number): SQL {
  const age = sql`make_interval(secs => ${env().CATALOGUE_MAX_AGE_S})`;
  return sql`exists (select from catalogue where version = ${version} and synced_at >= now() - ${age})`;
}

/**
 * A condition for a purchase `p` that was sold and not sent yet: the upstream still offers its plan, and what that costs
 * by the catalogue in force is not more than was paid for it. What the operator hid or switched off since is sold
 * all the same.
 */
export function stillSells(p: SQL): SQL {
  return sql`exists (
    select from plans join plan_types t on t.network_id = plans.network_id and t.id = plans.type_id
      join networks n on n.id = plans.network_id
    where plans.id = ${p}.plan_id and plans.network_id = ${p}.network_id and plans.vanished_at is null
      and plans.active and t.active and n.active and ${costColumn()} <= ${p}.price)`;
}

/** What the operator pays for a purchase's plan by the catalogue in force, in minor units; null when it is not told. */
export function costNow(p: SQL): SQL {
  return sql`(select ${costColumn()} from plans where plans.id = ${p}.plan_id)`;
}

const costColumn = () => sql.raw(`plans.${env().UPSTREAM_LEVEL}_amount`);
