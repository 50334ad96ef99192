import { is, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { decoded, prepared } from "#db/prepared";
import { catalogue, networks, planTypes } from "#db/schema/catalogue";
import type { Ctx, Db } from "#lib/core/context";
import { env } from "#lib/core/env";
import { applyTerms } from "./apply-terms.ts";
import type { Catalogue, ListedPlan, Listing, Network, PlanType, Snapshot } from "./catalogue.ts";
import { amountColumns, amountsOf, readPlans, type Stored, type StoredPlan } from "./stored.ts";
import { readTerms } from "./terms.ts";

let held: Snapshot | undefined;
const loading = new Map<string, Promise<Snapshot>>();

/**
 * The catalogue in force. It is kept in memory: a small query tells whether it changed, and only then plans are read
 * again, once for everybody who asks at that moment.
 */
export async function current(ctx: Ctx): Promise<Catalogue> {
  const [row] = await readState(ctx.db, {});
  if (!row) throw new Error("the catalogue's row is missing");

  const state = decoded<State>(stateColumns, row);
  const inForce = await snapshot(ctx, state);
  const { syncedAt, source, failure } = state;
  const { fresh } = row;
  const staleSince = fresh ? null : syncedAt;
  return { ...inForce, syncedAt, source, failure, fresh, staleSince };
}

const stateColumns = {
  version: catalogue.version,
  changedAt: catalogue.changedAt,
  syncedAt: catalogue.syncedAt,
  source: catalogue.source,
  failure: catalogue.failure,
};
type State = Pick<typeof catalogue.$inferSelect, keyof typeof stateColumns>;

const readState = prepared<Record<never, never>, Record<string, unknown> & { fresh: boolean }>(() => {
  const columns = sql.join(Object.values(stateColumns), sql`, `);
  const maxAge = sql`make_interval(secs => ${env().CATALOGUE_MAX_AGE_S})`;
  return sql`select ${columns}, coalesce(${catalogue.syncedAt} >= now() - ${maxAge}, false) as fresh from ${catalogue}`;
});

/** The catalogue that was in force when this process last asked; undefined when it never did. Whoever sells from it checks that it still is. */
export const inMemory = (): Snapshot | undefined => held;

async function snapshot(ctx: Ctx, wanted: Content): Promise<Snapshot> {
  if (held && isSame(held, wanted)) return held;
  // A transaction holds a connection, so it must not wait for a load that may need another one.
  const shared = is(ctx.db, PgTransaction)
    ? undefined
    : await loading.get(nameOf(wanted))?.catch(() => undefined);
  if (shared) return shared;

  const own = loadSnapshot(ctx.db);
  loading.set(nameOf(wanted), own);
  try {
    held = await own;
    return held;
  } finally {
    loading.delete(nameOf(wanted));
  }
}

/** What tells one content of the catalogue from any other. */
export type Content = Pick<Snapshot, "version" | "changedAt">;

const nameOf = ({ version, changedAt }: Content) => `${version} ${changedAt.getTime()}`;

/** Whether two catalogues say the same, also when a backup was restored between them. */
export const isSame = (one: Content, other: Content) => nameOf(one) === nameOf(other);

/** The catalogue of that content: the one in memory if it is that, else as the database has it now. */
export async function contentOf(db: Db, wanted: Content): Promise<Snapshot> {
  return held && isSame(held, wanted) ? held : loadSnapshot(db);
}

/** Keeps a catalogue that was put together here, once it is committed, so that it need not be read. */
export function remember(snapshot: Snapshot): void {
  held = snapshot;
}

/** What a sync is compared with, if the one in memory has that content: nothing is read again that is known. */
export function storedInMemory(wanted: Content): Stored | undefined {
  if (!held || !isSame(held, wanted)) return undefined;
  const plans = [...held.plans.values()].map((plan) => ({ ...plan, ...amountColumns(plan.amounts) }));
  return { networks: held.networks, types: held.types, plans };
}

/**
 * The catalogue after these plans alone changed, as the same transaction left them: read from the database, the others are
 * what they were. Undefined when one of them is new or moved, since that changes the order of all.
 */
export async function withPlans(
  db: Db,
  before: Snapshot,
  ids: readonly number[],
  now: Content,
): Promise<Snapshot | undefined> {
  const changed = new Map<number, ListedPlan>();
  for (const row of await readPlans(db, ids)) {
    const was = before.plans.get(row.id);
    const network = before.networks.find(({ id }) => id === row.networkId);
    const type = before.types.find(({ networkId, id }) => networkId === row.networkId && id === row.typeId);
    if (was?.networkId !== row.networkId || was.typeId !== row.typeId || !network || !type) return undefined;
    changed.set(row.id, planOf(row, network, type));
  }
  const plans = new Map(before.plans);
  for (const [id, plan] of applyTerms({ ...before, plans: changed }, before.terms).plans) plans.set(id, plan);
  return { ...before, ...now, plans };
}

/**
 * Reads the catalogue, its version first and once more at the end: when a change came in between, it is read again, so
 * that all is of one version.
 */
export async function loadSnapshot(db: Db): Promise<Snapshot> {
  for (;;) {
    const listing = await readListing(db);
    const { version, ...terms } = await readTerms(db);
    if (version === listing.version) return applyTerms(listing, terms);
  }
}

async function readListing(db: Db): Promise<Listing> {
  const [state] = await db
    .select({ version: catalogue.version, changedAt: catalogue.changedAt })
    .from(catalogue);
  if (!state) throw new Error("the catalogue's row is missing");
  const listed: Listing = {
    ...state,
    networks: await db.select().from(networks).orderBy(networks.id),
    types: await db.select().from(planTypes).orderBy(planTypes.networkId, planTypes.id),
    plans: new Map(),
  };
  const networkOf = new Map(listed.networks.map((network) => [network.id, network]));
  const typeOf = new Map(listed.types.map((type) => [`${type.networkId} ${type.id}`, type]));
  const byId = new Map<number, ListedPlan>();
  for (const plan of await readPlans(db)) {
    const network = networkOf.get(plan.networkId);
    const type = typeOf.get(`${plan.networkId} ${plan.typeId}`);
    // Neither is missing but when a change came in between, and then all is read again.
    if (network && type) byId.set(plan.id, planOf(plan, network, type));
  }
  return { ...listed, plans: byId };
}

function planOf(row: StoredPlan, network: Network, type: PlanType): ListedPlan {
  const { id, size, volume, validity, validityNormalized, amount, active, vanishedAt } = row;
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
    amounts: amountsOf(row),
    active,
    vanishedAt,
  };
}
