import { getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { networks, planChanges, plans, planTypes } from "#db/schema/catalogue";
import type { Db } from "#lib/core/context";
import type { Difference } from "./diff.ts";

/** Rows per statement: a statement holds at most 65,534 parameters. */
const BATCH = 1000;

/** Writes what a list changed, and the history of it under the new version. */
export async function write(db: Db, change: Difference, version: number): Promise<void> {
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

/** Takes these columns from the row that was to be inserted; left-out ones become their default. */
function excluded(table: PgTable, keys: string[]): Record<string, SQL> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    keys.map((key) => [key, sql.raw(`excluded.${columns[key as keyof typeof columns]?.name}`)]),
  );
}
