import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { catalogue } from "#db/schema/catalogue";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { fetchPlans, type PlanList } from "#lib/upstream/fetch-plans";
import type { Snapshot } from "./catalogue.ts";
import { keepChanges, nextVersion } from "./change.ts";
import { contentOf, loadSnapshot, remember, storedInMemory, withPlans } from "./current.ts";
import { type Difference, diff, isEmpty, PRICE_FIELDS, writeDifference } from "./diff.ts";
import { type ResolvedList, resolveNames } from "./resolve.ts";
import { lockState, readStored } from "./stored.ts";

export interface SyncView {
  version: number;
  source: "filtered" | "plain";
  /** How many plans the upstream lists. */
  plans: number;
  /** How many plans changed, came or vanished. */
  changed: number;
}

/**
 * Brings the catalogue up to what the upstream lists. Several processes may do this at once: the list that was asked
 * for last wins. Without a good list the plans stay as they are and the failure is recorded.
 * @throws PortalError unavailable, with words for admins.
 */
export async function sync(ctx: Ctx): Promise<SyncView> {
  requireAdmin(ctx, "prices");
  const askedAt = await databaseClock(ctx);
  try {
    const list = await fetchPlans();
    const { view, inForce } = await inTransaction(ctx, (within) => apply(within, list, askedAt));
    if (inForce) remember(inForce);
    return view;
  } catch (error) {
    if (error instanceof PortalError) await noteFailure(ctx, error.message, askedAt);
    throw error;
  }
}

interface Applied {
  view: SyncView;
  /** The catalogue that it made, where it is at hand. */
  inForce?: Snapshot | undefined;
}

async function apply(ctx: Ctx, list: PlanList, askedAt: string): Promise<Applied> {
  const state = await lockState(ctx.db);
  const stored = storedInMemory(state) ?? (await readStored(ctx.db));
  const resolved = resolveNames(list, stored);
  refuseWipe(list, resolved);
  const change = diff(stored, resolved);
  const view = { source: list.source, plans: resolved.plans.length, changed: change.changes.size };
  const [renewed] = await ctx.db
    .update(catalogue)
    .set({ syncedAt: sql`${askedAt}::timestamptz`, source: list.source, failedAt: null, failure: null })
    .where(sql`${catalogue.syncedAt} is null or ${catalogue.syncedAt} < ${askedAt}::timestamptz`)
    .returning();
  if (!renewed || isEmpty(change)) return { view: { ...view, changed: 0, version: state.version } };

  const before = await contentOf(ctx.db, state);
  const now = await nextVersion(ctx.db);
  const { version } = now;
  await writeDifference(ctx.db, change, version);
  const plansOnly = change.networks.length + change.types.length === 0;
  const inForce = plansOnly ? await withPlans(ctx.db, before, [...change.changes.keys()], now) : undefined;
  const after = inForce ?? (await loadSnapshot(ctx.db));
  await Promise.all([
    keepChanges(ctx.db, before, after),
    record(ctx, {
      action: "catalogue.synced",
      subject: "catalogue",
      subjectId: version,
      after: summary(change),
    }),
  ]);
  log.info("catalogue.changed", { version, source: list.source, ...summary(change) });
  return { view: { ...view, version }, inForce };
}

/** Refuses a list of which most cannot be resolved: it would take most plans off sale. */
function refuseWipe(list: PlanList, resolved: ResolvedList): void {
  const listed = list.networks.flatMap(({ types }) => types.flatMap(({ plans }) => plans)).length;
  if (resolved.plans.length > 0 && resolved.plans.length * 2 >= listed) return;
  const words = `The upstream's ${list.source} list names networks or types that are not known here.`;
  throw new PortalError("unavailable", words);
}

function summary({ networks, types, changes, vanished }: Difference) {
  const all = [...changes.values()];
  return {
    networks: networks.length,
    types: types.length,
    plans: all.length,
    repriced: all.filter((fields) => PRICE_FIELDS.some((field) => fields[field]?.[0])).length,
    vanished: vanished.length,
  };
}

/** The database's clock, as text so that no microsecond is lost. */
async function databaseClock(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.execute<{ at: string }>(sql`select clock_timestamp()::text as at`);
  if (!row) throw new Error("the database has no clock");
  return row.at;
}

/** Records why there was no list, unless a good one was asked for later than this one. */
async function noteFailure(ctx: Ctx, failure: string, askedAt: string): Promise<void> {
  log.warn("catalogue.sync_failed", { failure });
  await ctx.db
    .update(catalogue)
    .set({ failedAt: sql`now()`, failure })
    .where(sql`${catalogue.syncedAt} is null or ${catalogue.syncedAt} < ${askedAt}::timestamptz`);
}
