import { sql } from "drizzle-orm";
import { scaleBound } from "#lib/core/bounds";
import type { Ctx } from "#lib/core/context";
import type { EventFollower, PortalEvent } from "#lib/core/event";
import type { LaneRecord } from "#lib/core/lane/lane-record";
import { listIds, readEvents, selectInTurns } from "./choose-events.ts";
import { EVENT_LANE, listHeldBack, queueRetries, recordFailures } from "./retries.ts";
import { type FollowerOutcome, runFollower } from "./run-follower.ts";

/** The time of a follower for new events: others wait for it. */
const FOLLOW_MS = 2_000;

/**
 * Handles the next new events for all their followers and marks them, in one transaction, so that each effect
 * is there once. What a follower can't handle is queued for it alone. Events of a kind without a follower are
 * left to a later version, which may have one.
 * @returns whether there may be more, such as events that a follower caused
 */
export async function handleNewEvents(
  ctx: Ctx,
  followers: readonly EventFollower[],
  record: LaneRecord,
  followMs = scaleBound(FOLLOW_MS),
): Promise<boolean> {
  const { count, outcomes } = await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    // One process at a time, so that those of a subject are handled in their order. It may take all followers' time.
    await db.execute(sql`set local lock_timeout = 0`);
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${EVENT_LANE}, 0))`);
    const events = await readEvents(tx, selectNew(followers));
    if (events.length === 0) return { count: 0, outcomes: [] };
    const outcomes = await runFollowers(tx, followers, events, followMs);
    await db.execute(sql`update events set handled_at = now() where id = any (${listIds(events)})`);
    return { count: events.length, outcomes };
  });
  for (const { follower, ...outcome } of outcomes) {
    await recordFailures(record, follower, outcome);
    if (outcome.givenUp) await record.failed(follower.name, outcome.givenUp);
  }
  return count > 0;
}

function selectNew(followers: readonly EventFollower[]) {
  const kinds = new Set(followers.flatMap(({ handlers }) => Object.keys(handlers)));
  return selectInTurns({
    table: sql`events`,
    owner: sql`coalesce(reseller_id, 0)`,
    id: sql`id`,
    open: sql`handled_at is null`,
    counts: sql`kind = any (${`{${[...kinds].join()}}`}::text[])`,
  });
}

async function runFollowers(
  tx: Ctx,
  followers: readonly EventFollower[],
  events: readonly PortalEvent[],
  ms: number,
) {
  const heldBack = await listHeldBack(tx, followers, events);
  const outcomes: (FollowerOutcome & { follower: EventFollower })[] = [];
  for (const follower of followers) {
    const its = events.filter(({ kind }) => Object.hasOwn(follower.handlers, kind));
    const held = new Set(heldBack.get(follower.name));
    const ready = its.filter(({ id }) => !held.has(id));
    const outcome = ready.length > 0 && (await runFollower(tx, follower, ready, ms));
    if (outcome) outcomes.push({ follower, ...outcome });
    const handled = new Set(outcome ? outcome.handled : []);
    const left = its.filter((event) => !handled.has(event));
    if (left.length > 0) await queueRetries(tx, follower, left);
  }
  return outcomes;
}
