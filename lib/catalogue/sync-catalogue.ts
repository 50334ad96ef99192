import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { catalogue } from "#db/schema/catalogue";
import { suppliers } from "#db/schema/supplier";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { getMainAccount, MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { fetchPlans, type PlanList } from "#lib/upstream/fetch-plans";
import { publishNextVersion, recordPriceChanges } from "./change-catalogue.ts";
import {
  type CatalogueDiff,
  diffCatalogue,
  isEmptyDiff,
  PRICE_FIELDS,
  writeCatalogueDiff,
} from "./diff-catalogue.ts";
import { cacheSnapshot, getCachedStored, loadSnapshot, loadVersion, replacePlans } from "./get-catalogue.ts";
import { type ResolvedList, resolveNames } from "./resolve-names.ts";
import { lockCatalogueState, readStoredCatalogue } from "./stored-catalogue.ts";

/**
 * Updates the catalogue from the upstream's list. When several processes sync at once, the list requested
 * last wins. Without a valid list the plans stay as they are and the failure is recorded. What a list changes
 * wildly waits for an admin.
 * @returns how many plans the upstream lists, and how many of them changed
 * @throws PortalError unavailable, with a message for admins.
 */
export async function syncCatalogue(ctx: Ctx) {
  requireAdmin(ctx, "prices");
  await storeMainAccount(ctx);
  const requestedAt = await readDatabaseClock(ctx);
  try {
    const list = await fetchPlans();
    const { view, snapshot } = await inTransaction(ctx, (tx) => applyPlanList(tx, list, requestedAt));
    if (snapshot) cacheSnapshot(snapshot);
    return view;
  } catch (error) {
    if (error instanceof PortalError) await recordSyncFailure(ctx, error.message, requestedAt);
    throw error;
  }
}

/** Stores what the environment says of the main supplier, except its token, in its row. */
async function storeMainAccount(ctx: Ctx): Promise<void> {
  const { baseUrl, level, perMinute, timeoutMs } = getMainAccount();
  await ctx.db.execute(sql`
    update suppliers set base_url = ${baseUrl}, level = ${level}, per_minute = ${perMinute}, timeout_ms = ${timeoutMs}
    where id = ${MAIN_SUPPLIER_ID} and (base_url, level, per_minute, timeout_ms)
      is distinct from (${baseUrl}::text, ${level}::text, ${perMinute}::integer, ${timeoutMs}::integer)`);
}

/** Each list is as old as its request. */
const isListNewer = (requestedAt: string) => sql`${suppliers.id} = ${MAIN_SUPPLIER_ID}
  and (${suppliers.syncedAt} is null or ${suppliers.syncedAt} < ${requestedAt}::timestamptz)`;

/** @returns the new catalogue as well, when it did not have to be read */
async function applyPlanList(ctx: Ctx, list: PlanList, requestedAt: string) {
  const state = await lockCatalogueState(ctx.db);
  const stored = getCachedStored(state) ?? (await readStoredCatalogue(ctx.db));
  const resolved = resolveNames(list, stored);
  rejectWipe(list, resolved);
  const change = diffCatalogue(stored, resolved, new Date(requestedAt));
  const view = { source: list.source, plans: resolved.plans.length, changed: change.changes.size };
  const [renewed] = await ctx.db
    .update(suppliers)
    .set({ syncedAt: sql`${requestedAt}::timestamptz`, failedAt: null, failure: null })
    .where(isListNewer(requestedAt))
    .returning({ id: suppliers.id });
  if (renewed && state.source !== list.source) await ctx.db.update(catalogue).set({ source: list.source });
  if (!renewed || isEmptyDiff(change)) return { view: { ...view, changed: 0, version: state.version } };

  const before = await loadVersion(ctx.db, state);
  const now = await publishNextVersion(ctx.db);
  const { version } = now;
  await writeCatalogueDiff(ctx.db, change, version);
  const plansOnly = change.networks.length + change.types.length === 0;
  const snapshot = plansOnly
    ? await replacePlans(ctx.db, before, [...change.changes.keys()], now)
    : undefined;
  const after = snapshot ?? (await loadSnapshot(ctx.db));
  await Promise.all([
    recordPriceChanges(ctx.db, before, after),
    recordAudit(ctx, {
      action: "catalogue.synced",
      subject: "catalogue",
      subjectId: version,
      after: summariseDiff(change),
    }),
  ]);
  log.info("catalogue.changed", { version, source: list.source, ...summariseDiff(change) });
  return { view: { ...view, version }, snapshot };
}

/** Rejects a list most of which cannot be resolved, since it would take most plans off sale. */
function rejectWipe(list: PlanList, resolved: ResolvedList): void {
  const listed = list.networks.flatMap(({ types }) => types.flatMap(({ plans }) => plans)).length;
  if (resolved.plans.length > 0 && resolved.plans.length * 2 >= listed) return;
  const message = `The main supplier's ${list.source} list was rejected: most of its networks or types are unknown here.`;
  throw new PortalError("unavailable", message);
}

function summariseDiff({ networks, types, changes, plans, vanished, missing }: CatalogueDiff) {
  const all = [...changes.values()];
  return {
    networks: networks.length,
    types: types.length,
    plans: all.length,
    repriced: all.filter((fields) => PRICE_FIELDS.some((field) => fields[field]?.[0])).length,
    vanished: vanished.length,
    toConfirm: plans.filter(({ doubt }) => doubt !== null).length + missing.length,
  };
}

/** Reads the database's clock, as text to keep its microseconds. */
export async function readDatabaseClock(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.execute<{ at: string }>(sql`select clock_timestamp()::text as at`);
  if (!row) throw new Error("the database has no clock");
  return row.at;
}

async function recordSyncFailure(ctx: Ctx, failure: string, requestedAt: string): Promise<void> {
  log.warn("catalogue.sync_failed", { failure });
  await ctx.db.update(suppliers).set({ failedAt: sql`now()`, failure }).where(isListNewer(requestedAt));
}
