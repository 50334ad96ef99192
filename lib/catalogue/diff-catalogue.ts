import { isDeepStrictEqual } from "node:util";
import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { networks, planChanges, plans, planTypes } from "#db/schema/catalogue";
import type { Db } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import type { ResolvedList } from "./resolve-names.ts";
import type { NetworkRow, PlanRow, StoredCatalogue, StoredPlan, TypeRow } from "./stored-catalogue.ts";

/** The changed fields of a plan, each as [before, after]; money as decimal text. */
type PlanChanges = Record<string, [string | null, string | null]>;

export interface CatalogueDiff {
  networks: NetworkRow[];
  types: TypeRow[];
  plans: PlanRow[];
  /** No longer listed. */
  vanished: number[];
  changes: Map<number, PlanChanges>;
}

/**
 * Compares the first supplier's list with the plans that it listed before.
 * @param keepsMissing whether plans that are missing from it stay listed until an admin confirms that
 */
export function diffCatalogue(
  stored: StoredCatalogue,
  list: ResolvedList,
  { keepsMissing }: { keepsMissing: boolean },
): CatalogueDiff {
  const listed = new Map(list.plans.map((plan) => [plan.id, plan]));
  const storedPlans = new Map(
    stored.plans.filter(({ listedBy }) => listedBy === MAIN_SUPPLIER_ID).map((plan) => [plan.id, plan]),
  );
  const changes = new Map<number, PlanChanges>();
  const plans: PlanRow[] = [];
  for (const id of new Set([...storedPlans.keys(), ...listed.keys()])) {
    const before = storedPlans.get(id);
    const after = listed.get(id);
    if (before && after && isListed(before) && isSamePlan(before, after)) continue;
    if (!after && (keepsMissing || before?.doubt === "missing")) continue;
    const changed = comparePlan(before, after);
    if (Object.keys(changed).length === 0) continue;
    changes.set(id, changed);
    if (after) plans.push(after);
  }
  return {
    networks: list.networks.filter((row) => !stored.networks.some((old) => isDeepStrictEqual(old, row))),
    types: list.types.filter((row) => !stored.types.some((old) => isDeepStrictEqual(old, row))),
    plans,
    vanished: [...changes.keys()].filter((id) => !listed.has(id)),
    changes,
  };
}

export const isEmptyDiff = ({ networks, types, changes }: CatalogueDiff) =>
  networks.length + types.length + changes.size === 0;

export const PRICE_FIELDS = [
  "amount",
  "smart_earner_amount",
  "affiliate_amount",
  "top_user_amount",
  "api_amount",
] as const;

const isListed = ({ delistedAt }: StoredPlan) => delistedAt === null;

function comparePlan(stored: StoredPlan | undefined, listed: PlanRow | undefined): PlanChanges {
  const wasListed = stored !== undefined && isListed(stored);
  if (!listed) return wasListed ? { listed: ["true", "false"] } : {};
  const before = stored && describePlan(stored, wasListed);
  const after = describePlan(listed, true);
  const fields = Object.keys(after).filter((field) => (before?.[field] ?? null) !== after[field]);
  return Object.fromEntries(
    fields.map((field) => [field, [before?.[field] ?? null, after[field] ?? null] as const]),
  ) as PlanChanges;
}

/** Compares the columns, since formatting thousands of unchanged plans is slow. */
function isSamePlan(stored: StoredPlan, listed: PlanRow): boolean {
  for (const field in listed) {
    const key = field as keyof PlanRow;
    if (stored[key] !== listed[key]) return false;
  }
  return true;
}

function describePlan(plan: PlanRow, isListed: boolean): Record<string, string | null> {
  const price = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor));
  return {
    network: String(plan.networkId),
    type: String(plan.typeId),
    size: plan.size,
    volume: plan.volume,
    validity: plan.validity,
    validity_normalized: plan.validityNormalized,
    amount: price(plan.amount),
    smart_earner_amount: price(plan.smartEarnerAmount),
    affiliate_amount: price(plan.affiliateAmount),
    top_user_amount: price(plan.topUserAmount),
    api_amount: price(plan.apiAmount),
    active: String(plan.active),
    listed: String(isListed),
  };
}

/** Rows per statement: a statement holds at most 65,534 parameters. */
const BATCH_SIZE = 1000;

/** Stores a difference and records its history under the new version. */
export async function writeCatalogueDiff(db: Db, change: CatalogueDiff, version: number): Promise<void> {
  for (const rows of splitIntoBatches(change.networks)) {
    const set = setFromExcluded(networks, ["name", "code", "active"]);
    await db.insert(networks).values(rows).onConflictDoUpdate({ target: networks.id, set });
  }
  for (const rows of splitIntoBatches(change.types)) {
    const target = [planTypes.networkId, planTypes.id];
    const set = setFromExcluded(planTypes, ["name", "code", "active"]);
    await db.insert(planTypes).values(rows).onConflictDoUpdate({ target, set });
  }
  for (const rows of splitIntoBatches(change.plans)) {
    const { id: _, ...columns } = rows[0] ?? {};
    const set = { ...setFromExcluded(plans, Object.keys(columns)), delistedAt: null };
    await db
      .insert(plans)
      .values(rows.map((row) => ({ ...row, listedBy: MAIN_SUPPLIER_ID })))
      .onConflictDoUpdate({ target: plans.id, set });
  }
  if (change.vanished.length > 0)
    await db.update(plans).set({ delistedAt: sql`now()` }).where(inArray(plans.id, change.vanished));
  const history = [...change.changes].map(([planId, changes]) => ({ planId, version, changes }));
  for (const rows of splitIntoBatches(history)) await db.insert(planChanges).values(rows);
}

function splitIntoBatches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH_SIZE) }, (_, n) =>
    rows.slice(n * BATCH_SIZE, (n + 1) * BATCH_SIZE),
  );
}

/** Sets columns to the values of the row proposed for insertion; those without one get their default. */
function setFromExcluded(table: PgTable, keys: string[]): Record<string, SQL> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    keys.map((key) => [key, sql.raw(`excluded.${columns[key as keyof typeof columns]?.name}`)]),
  );
}
