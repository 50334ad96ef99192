import { isDeepStrictEqual } from "node:util";
import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { networks, planChanges, plans, planTypes } from "#db/schema/catalogue";
import type { Db } from "#lib/core/context";
import { decimalText } from "#lib/core/money";
import type { ResolvedList } from "./resolve.ts";
import type { NetworkRow, PlanRow, Stored, StoredPlan, TypeRow } from "./stored.ts";

/** The changed fields of a plan, each as [before, after]; money as decimal text. */
type Changes = Record<string, [string | null, string | null]>;

export interface Difference {
  networks: NetworkRow[];
  types: TypeRow[];
  /** New, changed and returned plans. */
  plans: PlanRow[];
  vanished: number[];
  /** What changed, by plan. */
  changes: Map<number, Changes>;
}

/** Compares a list with the stored catalogue. */
export function diff(stored: Stored, list: ResolvedList): Difference {
  const listed = new Map(list.plans.map((plan) => [plan.id, plan]));
  const known = new Map(stored.plans.map((plan) => [plan.id, plan]));
  const changes = new Map<number, Changes>();
  for (const id of new Set([...known.keys(), ...listed.keys()])) {
    const changed = compare(known.get(id), listed.get(id));
    if (Object.keys(changed).length > 0) changes.set(id, changed);
  }
  const changed = [...changes.keys()];
  return {
    networks: list.networks.filter((row) => !stored.networks.some((old) => isDeepStrictEqual(old, row))),
    types: list.types.filter((row) => !stored.types.some((old) => isDeepStrictEqual(old, row))),
    plans: changed.flatMap((id) => listed.get(id) ?? []),
    vanished: changed.filter((id) => !listed.has(id)),
    changes,
  };
}

export const isEmpty = ({ networks, types, changes }: Difference) =>
  networks.length + types.length + changes.size === 0;

/** The fields that hold prices. */
export const PRICE_FIELDS = [
  "amount",
  "smart_earner_amount",
  "affiliate_amount",
  "top_user_amount",
  "api_amount",
] as const;

function compare(known: StoredPlan | undefined, listed: PlanRow | undefined): Changes {
  const wasListed = known !== undefined && known.vanishedAt === null;
  if (listed && wasListed && isSamePlan(known, listed)) return {};
  if (!listed) return wasListed ? { listed: ["true", "false"] } : {};
  const before = known && facts(known, wasListed);
  const after = facts(listed, true);
  const fields = Object.keys(after).filter((field) => before?.[field] !== after[field]);
  return Object.fromEntries(
    fields.map((field) => [field, [before?.[field] ?? null, after[field] ?? null] as const]),
  ) as Changes;
}

/** Most plans are as they were: that is seen without putting their facts into words. */
function isSamePlan(known: StoredPlan, listed: PlanRow): boolean {
  for (const field in listed) {
    const key = field as keyof PlanRow;
    if (known[key] !== listed[key]) return false;
  }
  return true;
}

function facts(plan: PlanRow, isListed: boolean): Record<string, string | null> {
  const price = (minor: bigint | null) => (minor === null ? null : decimalText(minor));
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
const BATCH = 1000;

/** Stores a difference, and its history under the new version. */
export async function writeDifference(db: Db, change: Difference, version: number): Promise<void> {
  for (const rows of batches(change.networks)) {
    const set = excluded(networks, ["name", "code", "active"]);
    await db.insert(networks).values(rows).onConflictDoUpdate({ target: networks.id, set });
  }
  for (const rows of batches(change.types)) {
    const target = [planTypes.networkId, planTypes.id];
    const set = excluded(planTypes, ["name", "code", "active"]);
    await db.insert(planTypes).values(rows).onConflictDoUpdate({ target, set });
  }
  for (const rows of batches(change.plans)) {
    const { id: _, firstSeenAt: __, ...columns } = getTableColumns(plans);
    const set = excluded(plans, Object.keys(columns));
    await db.insert(plans).values(rows).onConflictDoUpdate({ target: plans.id, set });
  }
  if (change.vanished.length > 0) {
    await db.update(plans).set({ vanishedAt: sql`now()` }).where(inArray(plans.id, change.vanished));
  }
  const history = [...change.changes].map(([planId, changes]) => ({ planId, version, changes }));
  for (const rows of batches(history)) await db.insert(planChanges).values(rows);
}

function batches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, n) =>
    rows.slice(n * BATCH, (n + 1) * BATCH),
  );
}

/** Sets these columns to the values of the row that was to be inserted; columns without one get their default. */
function excluded(table: PgTable, keys: string[]): Record<string, SQL> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    keys.map((key) => [key, sql.raw(`excluded.${columns[key as keyof typeof columns]?.name}`)]),
  );
}
