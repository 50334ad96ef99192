import { is, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { catalogue } from "#db/schema/catalogue";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { Catalogue, Snapshot } from "./catalogue.ts";
import { load } from "./load.ts";

let held: Snapshot | undefined;
const loading = new Map<string, Promise<Snapshot>>();

/**
 * The catalogue in force. It is kept in memory: one small query tells whether it is still the one,
 * and plans are read again only when it is not, once for all who ask at that moment.
 */
export async function current(ctx: Ctx): Promise<Catalogue> {
  const [state] = await ctx.db
    .select({
      version: catalogue.version,
      changedAt: catalogue.changedAt,
      syncedAt: catalogue.syncedAt,
      source: catalogue.source,
      failure: catalogue.failure,
      ageS: sql<string | null>`extract(epoch from now() - ${catalogue.syncedAt})`,
    })
    .from(catalogue);
  if (!state) throw new Error("the catalogue's row is missing");

  const inForce = await snapshot(ctx, state);
  const { syncedAt, source, failure, ageS } = state;
  const fresh = ageS !== null && Number(ageS) <= env().CATALOGUE_MAX_AGE_S;
  const staleSince = fresh ? null : syncedAt;
  return { ...inForce, syncedAt, source, failure, fresh, staleSince };
}

async function snapshot(ctx: Ctx, wanted: { version: number; changedAt: Date }): Promise<Snapshot> {
  if (held && nameOf(held) === nameOf(wanted)) return held;
  // Whoever is in a transaction already has a connection, and must not wait for one that needs another.
  const shared = is(ctx.db, PgTransaction)
    ? undefined
    : await loading.get(nameOf(wanted))?.catch(() => undefined);
  if (shared) return shared;

  const own = load(ctx.db);
  loading.set(nameOf(wanted), own);
  try {
    held = await own;
    return held;
  } finally {
    loading.delete(nameOf(wanted));
  }
}

const nameOf = (content: { version: number; changedAt: Date }) =>
  `${content.version} ${content.changedAt.getTime()}`;
