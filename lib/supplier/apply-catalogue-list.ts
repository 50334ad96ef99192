import { sql } from "drizzle-orm";
import { recordAudit } from "#lib/audit/record-audit";
import { publishNextVersion, recordPriceChanges } from "#lib/catalogue/change-catalogue";
import {
  type CatalogueDiff,
  diffCatalogue,
  isEmptyDiff,
  PRICE_FIELDS,
  writeCatalogueDiff,
} from "#lib/catalogue/diff-catalogue";
import {
  cacheSnapshot,
  getCachedStored,
  loadSnapshot,
  loadVersion,
  replacePlans,
} from "#lib/catalogue/get-catalogue";
import { type ResolvedList, resolveNames } from "#lib/catalogue/resolve-names";
import {
  lockCatalogueState,
  readStoredCatalogue,
  setCatalogueSource,
  toAmounts,
} from "#lib/catalogue/stored-catalogue";
import { toTextKey } from "#lib/catalogue/text-key";
import type { Ctx, Level } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import type { PlanList } from "#lib/upstream/plan-list";
import { toListedAmounts } from "./apply-plan-list.ts";
import { writeSupply } from "./refresh-supply.ts";
import { type ListedRoute, lacksMostRoutes, storeRoutes } from "./store-routes.ts";

export interface AppliedCatalogueList {
  source: PlanList["source"];
  plans: number;
  changed: number;
  version: number;
}

/**
 * Stores the first supplier's list, which names the portal's networks, types and plans, and its routes, as
 * one version of the catalogue. Part of the caller's transaction, which holds the catalogue.
 * @returns also what to do after the commit
 * @throws unavailable, with a message for admins, when most of the list can't be resolved
 */
export async function applyCatalogueList(
  ctx: Ctx,
  { level }: { level: Level },
  list: PlanList,
  requestedAt: string,
): Promise<{ view: AppliedCatalogueList; publish: () => void }> {
  const state = await lockCatalogueState(ctx.db);
  const stored = getCachedStored(state) ?? (await readStoredCatalogue(ctx.db));
  const resolved = resolveNames(list, stored);
  rejectWipe(list, resolved);
  const lacksMost = await lacksMostRoutes(ctx, MAIN_SUPPLIER_ID, resolved.plans);
  const change = diffCatalogue(stored, resolved, { keepsMissing: lacksMost });
  const before = await loadVersion(ctx.db, state);
  if (state.source !== list.source) await setCatalogueSource(ctx.db, list.source);

  let published = isEmptyDiff(change) ? undefined : await publishNextVersion(ctx.db);
  if (published) await writeCatalogueDiff(ctx.db, change, published.version);
  // At each sync, so that a match that was left open holds up no version for long.
  await closeChangedRoutes(ctx);
  await storeRoutes(ctx, MAIN_SUPPLIER_ID, toRoutes(resolved, level), { requestedAt, awaitsNew: lacksMost });
  const supplied = await writeSupply(ctx);
  const view = { source: list.source, plans: resolved.plans.length, changed: change.changes.size };
  if (!published && supplied.length === 0)
    return { view: { ...view, version: state.version }, publish: () => {} };

  published ??= await publishNextVersion(ctx.db);
  const { version } = published;
  const plansOnly = change.networks.length + change.types.length === 0;
  const snapshot = plansOnly
    ? await replacePlans(ctx.db, before, [...new Set([...change.changes.keys(), ...supplied])], published)
    : undefined;
  const after = snapshot ?? (await loadSnapshot(ctx.db));
  const summary = summariseDiff(change, [...after.plans.values()]);
  await recordPriceChanges(ctx.db, before, after);
  await recordAudit(ctx, {
    action: "catalogue.synced",
    subject: "catalogue",
    subjectId: version,
    after: summary,
  });
  log.info("catalogue.changed", { version, source: list.source, ...summary });
  return { view: { ...view, version }, publish: () => snapshot && cacheSnapshot(snapshot) };
}

/** Rejects a list most of which cannot be resolved, since it would take most plans off sale. */
function rejectWipe(list: PlanList, resolved: ResolvedList): void {
  const listed = list.networks.flatMap(({ types }) => types.flatMap(({ plans }) => plans)).length;
  if (resolved.plans.length > 0 && resolved.plans.length * 2 >= listed) return;
  const message = `The main supplier's ${list.source} list was rejected: most of its networks or types are unknown here.`;
  throw new PortalError("unavailable", message);
}

function toRoutes({ networks, types, plans }: ResolvedList, level: Level): ListedRoute[] {
  const networkOf = new Map(networks.map((network) => [network.id, network]));
  const typeOf = new Map(types.map((type) => [`${type.networkId} ${type.id}`, type]));
  return plans.map((plan) => {
    const [network, type] = [networkOf.get(plan.networkId), typeOf.get(`${plan.networkId} ${plan.typeId}`)];
    const amounts = toAmounts(plan);
    return {
      id: plan.id,
      network_id: plan.networkId,
      network_name: network?.name ?? "",
      type_name: type?.name ?? "",
      size: plan.size,
      volume: plan.volume,
      validity: plan.validity || plan.validityNormalized,
      cost: amounts[level]?.toString() ?? null,
      amounts: toListedAmounts({ amount: plan.amount, amounts }),
      active: plan.active && network?.active === true && type?.active === true,
      plan_id: plan.id,
    };
  });
}

function summariseDiff(
  { networks, types, changes, vanished }: CatalogueDiff,
  plans: readonly { doubt: string | null }[],
) {
  const all = [...changes.values()];
  return {
    networks: networks.length,
    types: types.length,
    plans: all.length,
    repriced: all.filter((fields) => PRICE_FIELDS.some((field) => fields[field]?.[0])).length,
    vanished: vanished.length,
    toConfirm: plans.filter(({ doubt }) => doubt !== null).length,
  };
}

/**
 * Closes each match of a plan that became another, until an admin confirms it: case and spaces don't count.
 * Part of each change of plans' texts; the database publishes no version without it (`check_routes_match`).
 */
async function closeChangedRoutes(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    update routes r
    set confirmed_cost = null, closed_for = 'plan'
    from plans p
    where p.id = r.plan_id and p.listed_by <> r.supplier_id
      and ${toTextKey(sql`r.matched_texts`)} <> ${toTextKey(sql`plan_texts(p.id)`)}
      and (r.confirmed_cost is not null or r.closed_for is distinct from 'plan')`);
}
