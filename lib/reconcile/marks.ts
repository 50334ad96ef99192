import { desc, gt, lt, sql } from "drizzle-orm";
import { chainMarks, reconciling } from "#db/schema/reconcile";
import type { Ctx } from "#lib/core/context";
import { fromText, type Mark, toText } from "./chain/mark.ts";

/** The chain never looks further back than this. */
export const FURTHEST_S = 72 * 3600;

/** A stored mark. */
export interface KeptMark {
  mark: Mark;
  /** Everything before was walked; purchases claimed from here on were not. */
  at: Date;
  /** Answers up to here were taken into account. */
  asOf: Date;
}

/** How far the chain was walked; undefined before the first run. */
export async function lastMark(ctx: Ctx): Promise<KeptMark | undefined> {
  const [row] = await ctx.db.select().from(chainMarks).orderBy(desc(chainMarks.at)).limit(1);
  return row && { mark: fromText(row.mark), at: row.at, asOf: row.asOf };
}

/** Stores a mark in place of the last one of its hour. */
export async function keepMark(ctx: Ctx, { mark, at, asOf }: KeptMark): Promise<void> {
  const row = { at, asOf, mark: toText(mark) };
  const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);
  await ctx.db
    .insert(chainMarks)
    .values({ hour, ...row })
    .onConflictDoUpdate({ target: chainMarks.hour, set: row });
  await ctx.db.delete(chainMarks).where(lt(chainMarks.at, new Date(at.getTime() - FURTHEST_S * 1000)));
}

/**
 * To be called when something becomes known that happened at or after this instant: the chain is walked from there
 * again, and what a running reconciliation concludes without it is void.
 */
export async function rewindChain(ctx: Ctx, from: Date): Promise<void> {
  const instant = sql`${from.toISOString()}::timestamptz`;
  await ctx.db
    .update(reconciling)
    .set({ basis: sql`basis + 1`, scannedTo: sql`least(scanned_to, ${instant})` });
  await ctx.db.delete(chainMarks).where(gt(chainMarks.at, from));
}

/** To be called when the settings change: everything that is open is looked at again. */
export async function restartChain(ctx: Ctx): Promise<void> {
  await ctx.db.update(reconciling).set({ basis: sql`basis + 1` });
  await ctx.db.delete(chainMarks);
}
