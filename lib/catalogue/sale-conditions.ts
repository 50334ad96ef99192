import { type SQL, sql } from "drizzle-orm";
import { getUpstreamVariables } from "#lib/upstream/variables";
import { toTextKey } from "./text-key.ts";
import { getCatalogueVariables } from "./variables.ts";

/** Builds the condition that this version of the catalogue is still current, for statements that sell. */
export function isCurrentCatalogue({ version, changedAt }: { version: SQL; changedAt: SQL }): SQL {
  return sql`exists (select from catalogue where version = ${version}
    and date_trunc('milliseconds', changed_at) = ${changedAt}::timestamptz)`;
}

/** Selects the time since which a supplier's list has to be to sell by it. */
export const freshSince = (): SQL =>
  sql`(now() - make_interval(secs => ${getCatalogueVariables().CATALOGUE_MAX_AGE_S}))`;

/** Builds the condition that a supplier's list is fresh. */
export const isListFresh = (supplierId: SQL): SQL =>
  sql`exists (select from suppliers where id = ${supplierId} and synced_at >= ${freshSince()})`;

/** Builds the condition on a row of `suppliers` that the portal buys from it: a restored copy doesn't with a stored token. */
export const isSupplierOn = (s: SQL): SQL =>
  sql`(${s}.enabled and coalesce(${s}.home, database_identity()) = database_identity())`;

/** Selects when the newest list of those that are bought from was requested, and a failure since. */
export const selectNewestList = (): SQL => sql`
  select max(s.synced_at) as synced_at, coalesce(bool_or(s.synced_at >= ${freshSince()}), false) as fresh,
    (array_agg(s.failure order by s.id) filter (where s.failure is not null))[1] as failure
  from suppliers s where ${isSupplierOn(sql`s`)}`;

/**
 * Builds the condition that a purchase `p` can still be sent: the upstream still offers its plan, at a cost of at most
 * the price paid. A plan that was hidden or switched off meanwhile is delivered anyway.
 */
export function isSellable(p: SQL): SQL {
  return sql`exists (
    select from plans join plan_types t on t.network_id = plans.network_id and t.id = plans.type_id
      join networks n on n.id = plans.network_id
    where ${isOffered(p)} and ${getCostColumn()} <= ${p}.price)`;
}

/** Selects what the main supplier asks for the plan of a purchase `p`, in minor units; null when it doesn't offer it now. */
export function mainCost(p: SQL): SQL {
  return sql`(
    select ${getCostColumn()} from plans join plan_types t on t.network_id = plans.network_id and t.id = plans.type_id
      join networks n on n.id = plans.network_id
    where ${isOffered(p)})`;
}

const isOffered = (p: SQL): SQL => sql`
  ${isSoldPlan(p)} and plans.listed_by = 1 and plans.delisted_at is null and plans.doubt is null and plans.active and t.active and n.active`;

/** Builds the condition that a row of `plans` still is what the purchase `p` bought: its network, size and validity. */
export const isSoldPlan = (p: SQL): SQL => sql`
  plans.id = ${p}.plan_id and plans.network_id = ${p}.network_id
    and ((plans.size, plans.volume, plans.validity) = (${p}.size, ${p}.volume, ${p}.validity)
      or ${toTextKey(sql`plans.size || plans.volume`)} = ${toTextKey(sql`${p}.size || ${p}.volume`)}
        and ${toTextKey(sql`plans.validity`)} = ${toTextKey(sql`${p}.validity`)})`;

/** Selects the main supplier's current cost of the plan of a purchase `p`, in minor units; null when it is unknown. */
export function currentCost(p: SQL): SQL {
  return sql`(select ${getCostColumn()} from plans where plans.id = ${p}.plan_id)`;
}

const getCostColumn = () => sql.raw(`plans.${getUpstreamVariables().UPSTREAM_LEVEL}_amount`);
