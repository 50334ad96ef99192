import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import { chainBasis, chainCheckpoints } from "#db/schema/reconcile";
import { suppliers } from "#db/schema/supplier";
import type { Ctx } from "#lib/core/context";
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from "./chain/checkpoint.ts";

/** The chain never looks further back than this. */
export const MAX_LOOKBACK_S = 72 * 3600;

export interface StoredCheckpoint {
  mark: Checkpoint;
  /** Everything before was walked; purchases claimed from here on were not. */
  at: Date;
  /** Responses up to here were taken into account. */
  asOf: Date;
}

/** Gets the last checkpoint of a supplier's chain; undefined before the first run. */
export async function getLastCheckpoint(ctx: Ctx, supplierId: number): Promise<StoredCheckpoint | undefined> {
  const [row] = await ctx.db
    .select()
    .from(chainCheckpoints)
    .where(eq(chainCheckpoints.supplierId, supplierId))
    .orderBy(desc(chainCheckpoints.at))
    .limit(1);
  return row && { mark: parseCheckpoint(row.mark), at: row.at, asOf: row.asOf };
}

/** Stores a supplier's mark in place of its last one of that hour. */
export async function saveCheckpoint(
  ctx: Ctx,
  supplierId: number,
  { mark, at, asOf }: StoredCheckpoint,
): Promise<void> {
  const row = { at, asOf, mark: formatCheckpoint(mark) };
  const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
  await ctx.db
    .insert(chainCheckpoints)
    .values({ supplierId, hour, ...row })
    .onConflictDoUpdate({ target: [chainCheckpoints.supplierId, chainCheckpoints.hour], set: row });
  await ctx.db
    .delete(chainCheckpoints)
    .where(
      and(
        eq(chainCheckpoints.supplierId, supplierId),
        lt(chainCheckpoints.at, new Date(at.getTime() - MAX_LOOKBACK_S * 1000)),
      ),
    );
}

/**
 * To be called when something becomes known that happened at or after this instant: all suppliers' chains are
 * walked from there again, and what a running reconciliation concludes without it is void.
 */
export async function rewindChain(ctx: Ctx, from: Date): Promise<void> {
  await ctx.db.update(chainBasis).set({ basis: sql`basis + 1` });
  await ctx.db.update(suppliers).set({ scannedUntil: from }).where(gt(suppliers.scannedUntil, from));
  await ctx.db.delete(chainCheckpoints).where(gt(chainCheckpoints.at, from));
}

/** To be called when the settings change: everything that is open is looked at again. */
export async function restartChain(ctx: Ctx): Promise<void> {
  await ctx.db.update(chainBasis).set({ basis: sql`basis + 1` });
  await ctx.db.delete(chainCheckpoints);
}
