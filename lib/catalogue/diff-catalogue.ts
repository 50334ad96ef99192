import { isDeepStrictEqual } from "node:util";
import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { networks, planChanges, plans, planTypes } from "#db/schema/catalogue";
import type { Db } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { judgePlan, lacksMost, needsConfirmation } from "./judge-plan.ts";
import type { ResolvedList } from "./resolve-names.ts";
import type {
  JudgedPlan,
  NetworkRow,
  PlanRow,
  StoredCatalogue,
  StoredPlan,
  TypeRow,
} from "./stored-catalogue.ts";

/** The changed fields of a plan, each as [before, after]; money as decimal text. */
type PlanChanges = Record<string, [string | null, string | null]>;

export interface CatalogueDiff {
  networks: NetworkRow[];
  types: TypeRow[];
  plans: JudgedPlan[];
  /** No longer listed. */
  vanished: number[];
  /** Not in a list that lacks most plans: an admin confirms that they are no longer listed. */
  missing: number[];
  changes: Map<number, PlanChanges>;
}

/** @param at the database's time when the list was requested */
export function diffCatalogue(stored: StoredCatalogue, list: ResolvedList, at: Date): CatalogueDiff {
  const listed = new Map(list.plans.map((plan) => [plan.id, plan]));
  const ofMainSupplier = stored.plans.filter(({ listedBy }) => listedBy === MAIN_SUPPLIER_ID);
  const storedPlans = new Map(ofMainSupplier.map((plan) => [plan.id, plan]));
  const knownPlans = ofMainSupplier.filter(({ delistedAt }) => delistedAt === null);
  const keptCount = knownPlans.filter(({ id }) => listed.has(id)).length;
  const context = { lacksMost: lacksMost({ known: knownPlans.length, kept: keptCount }), at };
  const changes = new Map<number, PlanChanges>();
  const plans: JudgedPlan[] = [];
  for (const id of new Set([...storedPlans.keys(), ...listed.keys()])) {
    const before = storedPlans.get(id);
    const after = listed.get(id);
    if (before && after && isListed(before) && before.doubt !== "missing" && isSamePlan(before, after))
      continue;
    const judged = after && { ...after, ...judgePlan(before, after, context) };
    const changed = comparePlan(before, judged, context.lacksMost);
    if (Object.keys(changed).length === 0) continue;
    changes.set(id, changed);
    if (judged) plans.push(judged);
  }
  const gone = [...changes.keys()].filter((id) => !listed.has(id));
  return {
    networks: list.networks.filter((row) => !stored.networks.some((old) => isDeepStrictEqual(old, row))),
    types: list.types.filter((row) => !stored.types.some((old) => isDeepStrictEqual(old, row))),
    plans,
    vanished: context.lacksMost ? [] : gone,
    missing: context.lacksMost ? gone : [],
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

function comparePlan(
  stored: StoredPlan | undefined,
  listed: JudgedPlan | undefined,
  lacksMost: boolean,
): PlanChanges {
  const wasListed = stored !== undefined && isListed(stored);
  if (!listed) return wasListed ? describeLoss(stored, lacksMost) : {};
  const before = stored && describePlan(stored, wasListed);
  const after = describePlan(listed, true);
  const fields = Object.keys(after).filter((field) => (before?.[field] ?? null) !== after[field]);
  return Object.fromEntries(
    fields.map((field) => [field, [before?.[field] ?? null, after[field] ?? null] as const]),
  ) as PlanChanges;
}

function describeLoss({ doubt }: StoredPlan, lacksMost: boolean): PlanChanges {
  if (!lacksMost) return { listed: ["true", "false"] };
  return doubt === "missing" || needsConfirmation(doubt) ? {} : { to_confirm: [doubt, "missing"] };
}

/** Compares the columns, since formatting thousands of unchanged plans is slow. */
function isSamePlan(stored: StoredPlan, listed: PlanRow): boolean {
  for (const field in listed) {
    const key = field as keyof PlanRow;
    if (stored[key] !== listed[key]) return false;
  }
  return true;
}

function describePlan(plan: JudgedPlan, isListed: boolean): Record<string, string | null> {
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
    to_confirm: plan.doubt,
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
    const { id: _, firstSeenAt: __, listedBy: ___, routeCost: ____, ...columns } = getTableColumns(plans);
    const set = setFromExcluded(plans, Object.keys(columns));
    await db.insert(plans).values(rows).onConflictDoUpdate({ target: plans.id, set });
  }
  if (change.vanished.length > 0) {
    await db
      .update(plans)
      .set({ delistedAt: sql`now()`, doubt: null })
      .where(inArray(plans.id, change.vanished));
  }
  if (change.missing.length > 0)
    await db.update(plans).set({ doubt: "missing" }).where(inArray(plans.id, change.missing));
  const history = [...change.changes].map(([planId, changes]) => ({ planId, version, changes }));
  for (const rows of splitIntoBatches(history)) await db.insert(planChanges).values(rows);
}

function splitIntoBatches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH_SIZE) }, (_, n) =>
    rows.slice(n * BATCH_SIZE, (n + 1) * BATCH_SIZE),
  );
}

/** Sets columns to the values of the row proposed for insertion; columns without a value get their default. */
function setFromExcluded(table: PgTable, keys: string[]): Record<string, SQL> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    keys.map((key) => [key, sql.raw(`excluded.${columns[key as keyof typeof columns]?.name}`)]),
  );
}
