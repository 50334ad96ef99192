import { type SQL, sql } from "drizzle-orm";
import { env } from "#lib/core/env";

/**
 * The condition that this version of the catalogue, which changed last at that time, is still in force and fresh; for
 * statements that sell.
 */
export function isCurrentCatalogue({ version, changedAt }: { version: SQL; changedAt: SQL }): SQL {
  const age = sql`make_interval(secs => ${env().CATALOGUE_MAX_AGE_S})`;
  return sql`exists (select from catalogue where version = ${version}
    and date_trunc('milliseconds', changed_at) = ${changedAt}::timestamptz and synced_at >= now() - ${age})`;
}

/**
 * The condition that a purchase `p` may still be sent: the upstream still offers its plan, and the plan costs no more
 * than was paid. A plan that was hidden or switched off meanwhile is delivered all the same.
 */
export function stillSells(p: SQL): SQL {
  return sql`exists (
    select from plans join plan_types t on t.network_id = plans.network_id and t.id = plans.type_id
      join networks n on n.id = plans.network_id
    where plans.id = ${p}.plan_id and plans.network_id = ${p}.network_id and plans.vanished_at is null
      and plans.active and t.active and n.active and ${costColumn()} <= ${p}.price)`;
}

/** What the plan of a purchase `p` costs the operator now, in minor units; null when the upstream does not say. */
export function costNow(p: SQL): SQL {
  return sql`(select ${costColumn()} from plans where plans.id = ${p}.plan_id)`;
}

const costColumn = () => sql.raw(`plans.${env().UPSTREAM_LEVEL}_amount`);
