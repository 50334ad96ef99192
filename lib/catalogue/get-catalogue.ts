import { is, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { cache } from "react";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { catalogue, networks, planTypes } from "#db/schema/catalogue";
import type { Ctx, Db } from "#lib/core/context";
import { instant, int, parseRow, textOf } from "#lib/core/read-rows";
import { applyCatalogueSettings } from "./apply-catalogue-settings.ts";
import type {
  Catalogue,
  CatalogueSnapshot,
  ListedPlan,
  Network,
  PlanType,
  UpstreamListing,
} from "./catalogue.ts";
import { readCatalogueSettings } from "./catalogue-settings.ts";
import { selectNewestList } from "./sale-conditions.ts";
import {
  readStoredPlans,
  type StoredCatalogue,
  type StoredPlan,
  toAmountColumns,
  toAmounts,
} from "./stored-catalogue.ts";

let cachedSnapshot: CatalogueSnapshot | undefined;
const loading = new Map<string, Promise<CatalogueSnapshot>>();

/**
 * Returns the current catalogue from memory. A small query checks its version, once for all parts of a page;
 * only after a change are the plans read again, once for all concurrent callers.
 */
export const getCatalogue = cache(async (ctx: Ctx): Promise<Catalogue> => {
  const { version, changedAt, ...list } = parseRow(State, await readState(ctx.db, {}));
  const snapshot = await getSnapshot(ctx, { version, changedAt });
  return { ...snapshot, ...list, staleSince: list.fresh ? null : list.syncedAt };
});

const State = z.object({
  version: int,
  changedAt: instant,
  source: textOf<NonNullable<(typeof catalogue.$inferSelect)["source"]>>().nullable(),
  syncedAt: instant.nullable(),
  fresh: z.boolean(),
  failure: z.string().nullable(),
});

const readState = prepareQuery<Record<never, never>>(
  () => sql`
    select c.version, c.changed_at, c.source, l.synced_at, l.fresh, l.failure
    from catalogue c cross join (${selectNewestList()}) l`,
);

/**
 * Returns the catalogue that this process read last; undefined before the first read.
 * It may be outdated: a sale checks its version.
 */
export const getCachedSnapshot = (): CatalogueSnapshot | undefined => cachedSnapshot;

async function getSnapshot(ctx: Ctx, wanted: CatalogueVersion): Promise<CatalogueSnapshot> {
  if (cachedSnapshot && isSameVersion(cachedSnapshot, wanted)) return cachedSnapshot;
  // A transaction holds a connection, so it must not wait for a load that may need another one.
  const shared = is(ctx.db, PgTransaction)
    ? undefined
    : await loading.get(getVersionKey(wanted))?.catch(() => undefined);
  if (shared) return shared;

  const snapshot = loadSnapshot(ctx.db);
  loading.set(getVersionKey(wanted), snapshot);
  try {
    cachedSnapshot = await snapshot;
    return cachedSnapshot;
  } finally {
    loading.delete(getVersionKey(wanted));
  }
}

/** Identifies the content of a catalogue; a restored backup can repeat a version, but not its time. */
export type CatalogueVersion = Pick<CatalogueSnapshot, "version" | "changedAt">;

const getVersionKey = ({ version, changedAt }: CatalogueVersion) => `${version} ${changedAt.getTime()}`;

export const isSameVersion = (a: CatalogueVersion, b: CatalogueVersion) =>
  getVersionKey(a) === getVersionKey(b);

/** Returns the catalogue in memory when it has this version, else the one in the database. */
export async function loadVersion(db: Db, wanted: CatalogueVersion): Promise<CatalogueSnapshot> {
  return cachedSnapshot && isSameVersion(cachedSnapshot, wanted) ? cachedSnapshot : loadSnapshot(db);
}

/** Caches a committed catalogue, so that this process need not read it. */
export function cacheSnapshot(snapshot: CatalogueSnapshot): void {
  cachedSnapshot = snapshot;
}

/** Returns the rows of the catalogue in memory, for a sync; undefined when its version differs. */
export function getCachedStored(wanted: CatalogueVersion): StoredCatalogue | undefined {
  if (!cachedSnapshot || !isSameVersion(cachedSnapshot, wanted)) return undefined;
  const plans = [...cachedSnapshot.plans.values()].map((plan) => ({
    ...plan,
    ...toAmountColumns(plan.amounts),
  }));
  return { networks: cachedSnapshot.networks, types: cachedSnapshot.types, plans };
}

/**
 * Builds the catalogue after only these plans changed: reads them from the database and keeps the others.
 * @returns undefined when one of them is new or moved, since that changes the order of all.
 */
export async function replacePlans(
  db: Db,
  before: CatalogueSnapshot,
  ids: readonly number[],
  now: CatalogueVersion,
): Promise<CatalogueSnapshot | undefined> {
  const changed = new Map<number, ListedPlan>();
  for (const row of await readStoredPlans(db, ids)) {
    const was = before.plans.get(row.id);
    const network = before.networks.find(({ id }) => id === row.networkId);
    const type = before.types.find(({ networkId, id }) => networkId === row.networkId && id === row.typeId);
    if (was?.networkId !== row.networkId || was.typeId !== row.typeId || !network || !type) return undefined;
    changed.set(row.id, toListedPlan(row, network, type));
  }
  const plans = new Map(before.plans);
  for (const [id, plan] of applyCatalogueSettings({ ...before, plans: changed }, before.settings).plans)
    plans.set(id, plan);
  return { ...before, ...now, plans };
}

/** Reads the catalogue; reads it again when a change came in between, so that all of it has one version. */
export async function loadSnapshot(db: Db): Promise<CatalogueSnapshot> {
  for (;;) {
    const listing = await readListing(db);
    const { version, ...settings } = await readCatalogueSettings(db);
    if (version === listing.version) return applyCatalogueSettings(listing, settings);
  }
}

async function readListing(db: Db): Promise<UpstreamListing> {
  const [state] = await db
    .select({ version: catalogue.version, changedAt: catalogue.changedAt })
    .from(catalogue);
  if (!state) throw new Error("the catalogue's row is missing");
  const listed: UpstreamListing = {
    ...state,
    networks: await db.select().from(networks).orderBy(networks.id),
    types: await db.select().from(planTypes).orderBy(planTypes.networkId, planTypes.id),
    plans: new Map(),
  };
  const networkOf = new Map(listed.networks.map((network) => [network.id, network]));
  const typeOf = new Map(listed.types.map((type) => [`${type.networkId} ${type.id}`, type]));
  const byId = new Map<number, ListedPlan>();
  for (const plan of await readStoredPlans(db)) {
    const network = networkOf.get(plan.networkId);
    const type = typeOf.get(`${plan.networkId} ${plan.typeId}`);
    // One is missing only when a change came in between, and then the catalogue is read again.
    if (network && type) byId.set(plan.id, toListedPlan(plan, network, type));
  }
  return { ...listed, plans: byId };
}

function toListedPlan(row: StoredPlan, network: Network, type: PlanType): ListedPlan {
  const { id, size, volume, validity, validityNormalized, amount, active, delistedAt } = row;
  const { listedBy, ownCost, ownOpen, otherCost, doubt, confirmedCost } = row;
  return {
    id,
    networkId: network.id,
    networkName: network.name,
    networkActive: network.active,
    typeId: type.id,
    typeName: type.name,
    typeActive: type.active,
    size,
    volume,
    validity,
    validityNormalized,
    amount,
    amounts: toAmounts(row),
    active,
    delistedAt,
    listedBy,
    ownCost,
    ownOpen,
    otherCost,
    doubt,
    confirmedCost,
  };
}
