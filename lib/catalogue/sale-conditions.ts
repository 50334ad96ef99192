import { type SQL, sql } from "drizzle-orm";
import { getMaxAgeS } from "./max-age.ts";
import { toTextKey } from "./text-key.ts";

/** Builds the condition that this version of the catalogue is still current, for statements that sell. */
export function isCurrentCatalogue({ version, changedAt }: { version: SQL; changedAt: SQL }): SQL {
  return sql`exists (select from catalogue where version = ${version}
    and date_trunc('milliseconds', changed_at) = ${changedAt}::timestamptz)`;
}

/** Selects the time since which a supplier's list has to be to sell by it. */
export const freshSince = (): SQL => sql`(now() - make_interval(secs => ${getMaxAgeS()}))`;

/**
 * Builds the condition on a row of `suppliers` that the portal buys from it: its token was entered in the
 * database that sending runs in. A restored copy that has stopped sending doesn't buy with a stored token; a
 * promoted standby that isn't confirmed yet sells nothing, and takes no supplier for one that was turned off.
 */
export const isSupplierOn = (s: SQL): SQL => sql`(${s}.enabled and (${s}.home is null
  or ${s}.home = coalesce((select home from dispatcher), database_identity())))`;

/** Selects when the newest list of those that are bought from was requested, and a failure since. */
export const selectNewestList = (): SQL => sql`
  select max(s.synced_at) as synced_at, coalesce(bool_or(s.synced_at >= ${freshSince()}), false) as fresh,
    (array_agg(s.failure order by s.id) filter (where s.failure is not null))[1] as failure
  from suppliers s where ${isSupplierOn(sql`s`)}`;

/**
 * Builds the condition that a row of plans still is what the purchase `p` bought: its network, size and
 * validity. A plan that was hidden or turned off meanwhile is delivered anyway.
 */
export const isSameBundle = (plan: SQL, p: SQL): SQL => sql`(
  ${plan}.network_id = ${p}.network_id
    and ((${plan}.size, ${plan}.volume, ${plan}.validity) = (${p}.size, ${p}.volume, ${p}.validity)
      or ${toTextKey(sql`${plan}.size || ${plan}.volume`)} = ${toTextKey(sql`${p}.size || ${p}.volume`)}
        and ${toTextKey(sql`${plan}.validity`)} = ${toTextKey(sql`${p}.validity`)}))`;
