import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { catalogue } from "#db/schema/catalogue";
import type { Ctx, Db } from "#lib/core/context";
import type { Snapshot } from "./catalogue.ts";
import { load } from "./current.ts";
import { changedPrices, keepPrices, type PriceChange } from "./price-sheet.ts";

/**
 * Changes what is sold or at which price, in one transaction and one version of the catalogue: `work` sees the
 * state that it changes, which nothing else can change meanwhile, and writes its own audit record.
 * @returns the new version, and every price that changed.
 */
export function change(
  ctx: Ctx,
  work: (ctx: Ctx, before: Snapshot) => Promise<void>,
): Promise<{ version: number; prices: PriceChange[] }> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: catalogue.id }).from(catalogue).for("update");
    const before = await load(ctx.db);
    await work(ctx, before);
    const version = await nextVersion(ctx.db);
    return { version, prices: await keepChanges(ctx.db, before) };
  });
}

/** Puts a new version in force, and tells everybody who listens. */
export async function nextVersion(db: Db): Promise<number> {
  const [row] = await db
    .update(catalogue)
    .set({ version: sql`${catalogue.version} + 1`, changedAt: sql`clock_timestamp()` })
    .returning({ version: catalogue.version });
  if (!row) throw new Error("the catalogue's row is missing");
  await notify(db, "catalogue", String(row.version));
  return row.version;
}

/** Writes down every price that is another than it was before. */
export async function keepChanges(db: Db, before: Snapshot): Promise<PriceChange[]> {
  const after = await load(db);
  const prices = changedPrices(before, after);
  await keepPrices(db, prices, after.version);
  return prices;
}

/** The ids of the plans that changed, came, vanished or got another price with a version of the catalogue. */
export async function changedPlans(ctx: Ctx, version: number): Promise<number[]> {
  const rows = await ctx.db.execute<{ plan_id: number }>(sql`
    select plan_id from plan_changes where version = ${version}
    union select plan_id from plan_prices where version = ${version} order by plan_id`);
  return rows.map(({ plan_id }) => plan_id);
}
