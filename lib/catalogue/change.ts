import { eq, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { catalogue, planChanges } from "#db/schema/catalogue";
import { planPrices } from "#db/schema/terms";
import type { Ctx, Db } from "#lib/core/context";
import type { Snapshot } from "./catalogue.ts";
import { type Content, loadSnapshot } from "./current.ts";
import { changedPrices, keepPrices, type PriceChange } from "./price-sheet.ts";

/**
 * Changes what is sold or at which price, in one transaction, as one version of the catalogue. `work` gets the
 * locked state, changes it and writes its own audit record.
 * @returns the new version, and every price that changed.
 */
export function changeCatalogue(
  ctx: Ctx,
  work: (ctx: Ctx, before: Snapshot) => Promise<void>,
): Promise<{ version: number; prices: PriceChange[] }> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: catalogue.id }).from(catalogue).for("update");
    const before = await loadSnapshot(ctx.db);
    await work(ctx, before);
    const { version } = await nextVersion(ctx.db);
    return { version, prices: await keepChanges(ctx.db, before, await loadSnapshot(ctx.db)) };
  });
}

/** Puts a new version in force and notifies listeners. */
export async function nextVersion(db: Db): Promise<Content> {
  const [row] = await db
    .update(catalogue)
    .set({ version: sql`${catalogue.version} + 1`, changedAt: sql`clock_timestamp()` })
    .returning({ version: catalogue.version, changedAt: catalogue.changedAt });
  if (!row) throw new Error("the catalogue's row is missing");
  await notify(db, "catalogue", String(row.version));
  return row;
}

/** Records every price that differs from before. */
export async function keepChanges(db: Db, before: Snapshot, after: Snapshot): Promise<PriceChange[]> {
  const prices = changedPrices(before, after);
  await keepPrices(db, prices, after.version);
  return prices;
}

/** The ids of the plans that changed, appeared, vanished or got another price with a version of the catalogue. */
export async function changedPlans({ db }: Ctx, version: number): Promise<number[]> {
  const rows = await union(
    db.select({ id: planChanges.planId }).from(planChanges).where(eq(planChanges.version, version)),
    db.select({ id: planPrices.planId }).from(planPrices).where(eq(planPrices.version, version)),
  );
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}
