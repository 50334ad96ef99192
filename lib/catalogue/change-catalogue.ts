import { eq, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { catalogue, planChanges } from "#db/schema/catalogue";
import { planPrices } from "#db/schema/pricing";
import type { Ctx, Db } from "#lib/core/context";
import type { CatalogueSnapshot } from "./catalogue.ts";
import { type CatalogueVersion, loadSnapshot } from "./get-catalogue.ts";
import { diffPrices, insertPriceHistory, type PriceChange } from "./price/price-sheet.ts";

/**
 * Changes plans or prices in one transaction, as one version of the catalogue. `work` gets the locked state,
 * changes it and writes the audit record.
 * @returns the new version, and every price that changed.
 */
export function changeCatalogue(
  ctx: Ctx,
  work: (ctx: Ctx, before: CatalogueSnapshot) => Promise<void>,
): Promise<{ version: number; prices: PriceChange[] }> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: catalogue.id }).from(catalogue).for("update");
    const before = await loadSnapshot(ctx.db);
    await work(ctx, before);
    const { version } = await publishNextVersion(ctx.db);
    return { version, prices: await recordPriceChanges(ctx.db, before, await loadSnapshot(ctx.db)) };
  });
}

/**
 * Keeps the catalogue as it is until the transaction ends: a match made meanwhile would miss that its plan
 * changed. Before locks on rows of suppliers, as `changeCatalogue`.
 */
export async function holdCatalogue({ db }: Ctx): Promise<void> {
  await db.select({ id: catalogue.id }).from(catalogue).for("share");
}

export async function publishNextVersion(db: Db): Promise<CatalogueVersion> {
  const [row] = await db
    .update(catalogue)
    .set({ version: sql`${catalogue.version} + 1`, changedAt: sql`clock_timestamp()` })
    .returning({ version: catalogue.version, changedAt: catalogue.changedAt });
  if (!row) throw new Error("the catalogue's row is missing");
  await notify(db, "catalogue", String(row.version));
  return row;
}

export async function recordPriceChanges(
  db: Db,
  before: CatalogueSnapshot,
  after: CatalogueSnapshot,
): Promise<PriceChange[]> {
  const prices = diffPrices(before, after);
  await insertPriceHistory(db, prices, after.version);
  return prices;
}

/** Lists the ids of the plans that a version added, changed, repriced or delisted, in ascending order. */
export async function listChangedPlans({ db }: Ctx, version: number): Promise<number[]> {
  const rows = await union(
    db.select({ id: planChanges.planId }).from(planChanges).where(eq(planChanges.version, version)),
    db.select({ id: planPrices.planId }).from(planPrices).where(eq(planPrices.version, version)),
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
