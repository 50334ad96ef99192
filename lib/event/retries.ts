import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { scaleBound } from "#lib/core/bounds";
import type { Ctx } from "#lib/core/context";
import type { EventFollower, PortalEvent } from "#lib/core/event";
import { isNotPaused, type LaneRecord } from "#lib/core/lane/lane-record";
import { int, readRow, readRows } from "#lib/core/read-rows";
import { listIds, MAX_EACH, nameSubject, readEvents, selectInTurns } from "./choose-events.ts";
import { type FollowerOutcome, runFollower } from "./run-follower.ts";

export const EVENT_LANE = "events";

/** The time of a follower for its retries. */
export const RETRY_MS = 20_000;

/** Events that a follower may handle again. */
export interface Retries {
  follower: EventFollower;
  events: readonly PortalEvent[];
}

/** The key under which a failure of one event at one follower is recorded. */
const keyOf = (follower: string, event: SQL) => sql`${`${follower} event `}::text || ${event}`;

const selectRows = (events: readonly PortalEvent[]): SQL => {
  const rows = events.map((event) => ({
    ...{ id: event.id, owner: event.resellerId ?? 0, subject: nameSubject(event) },
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as e (id bigint, owner bigint, subject text)`;
};

/** Queues events for a follower alone. */
export async function queueRetries(
  { db }: Ctx,
  { name }: EventFollower,
  events: readonly PortalEvent[],
): Promise<void> {
  await db.execute(sql`
    insert into event_retries (follower, reseller_id, event_id, subject)
    select ${name}, owner, id, subject from ${selectRows(events)}`);
}

/**
 * Lists new events that have to wait behind others, by the name of the follower: it was given up, an event of
 * the same subject waits for it, or many of the same reseller do.
 */
export async function listHeldBack(
  { db }: Ctx,
  followers: readonly EventFollower[],
  events: readonly PortalEvent[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await readRows(db, z.object({ follower: z.string(), ids: z.array(int) }))`
    with apart as materialized (
      select name, exists (select from lane_failures where lane = ${EVENT_LANE} and key = name) as given_up
      from unnest(${`{${followers.map(({ name }) => name).join()}}`}::text[]) as name
    )
    select name as follower, jsonb_agg(e.id) as ids
    from apart, ${selectRows(events)}
    where (given_up or exists (select from event_retries where follower = name)) and (
      given_up
      or exists (select from event_retries r where r.follower = name and r.subject = e.subject)
      or ${MAX_EACH} <= (
        select count(*)
        from (select from event_retries r where r.follower = name and r.reseller_id = e.owner limit ${MAX_EACH}) r))
    group by name`;
  return new Map(rows.map(({ follower, ids }) => [follower, ids]));
}

/** Chooses the events that may be handled again, for each follower that has some. */
export async function chooseRetries(ctx: Ctx, followers: readonly EventFollower[]): Promise<Retries[]> {
  const waiting = await readRows(ctx.db, z.object({ name: z.string() }))`
    select name
    from unnest(${`{${followers.map(({ name }) => name).join()}}`}::text[]) as name
    where exists (select from event_retries where follower = name) and ${isNotPaused(EVENT_LANE, sql`name`)}
    order by random()`;
  const chosen: Retries[] = [];
  for (const { name } of waiting) {
    const follower = followers.find((each) => each.name === name);
    const events = await readEvents(ctx, selectRetries(name));
    if (follower && events.length > 0) chosen.push({ follower, events });
  }
  return chosen;
}

/** Selects events of a follower that are not paused, nor behind one of the same subject that is. */
const selectRetries = (follower: string): SQL => {
  const retries = selectInTurns({
    table: sql`event_retries`,
    owner: sql`reseller_id`,
    id: sql`event_id`,
    open: sql`follower = ${follower}`,
    may: sql`not exists (
      select
      from event_retries b
      join lane_failures f on f.lane = ${EVENT_LANE} and f.key = ${keyOf(follower, sql`b.event_id`)}
      where b.follower = ${follower} and b.subject = item.subject and b.event_id <= item.event_id
        and f.due_at > now())`,
  });
  return sql`select e.* from (${retries}) r join events e on e.id = r.event_id`;
};

/**
 * Has a follower handle events again, in a transaction that takes them out of the queue, so that each effect
 * is there once.
 * @throws what it was given up for
 */
export async function retryEvents(
  ctx: Ctx,
  { follower, events }: Retries,
  record: LaneRecord,
): Promise<void> {
  const { name } = follower;
  const outcome = await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    // Another process may have chosen the same, and has it in hand.
    const { free } = await readRow(db, z.object({ free: z.boolean() }))`
      select pg_try_advisory_xact_lock(hashtextextended(${`${EVENT_LANE} ${name}`}, 0)) as free`;
    if (!free) return NOTHING;
    const rows = await readRows(db, z.object({ id: int }))`
      select event_id as id from event_retries where follower = ${name} and event_id = any (${listIds(events)})`;
    const left = new Set(rows.map(({ id }) => id));
    const due = events.filter(({ id }) => left.has(id));
    const { handled, ...rest } = await runFollower(tx, follower, due, scaleBound(RETRY_MS));
    await db.execute(sql`
      delete from event_retries where follower = ${name} and event_id = any (${listIds(handled)})`);
    await db.execute(sql`
      delete from lane_failures
      where lane = ${EVENT_LANE} and key in (
        select ${keyOf(name, sql`id`)} from unnest(${listIds(handled)}) as id)`);
    return rest;
  });
  await recordFailures(record, follower, outcome);
  if (outcome.givenUp) throw outcome.givenUp;
}

const NOTHING: Omit<FollowerOutcome, "handled"> = { failed: [] };

/** Counts the failures of single events, which pauses them. */
export async function recordFailures(
  record: LaneRecord,
  { name }: EventFollower,
  { failed }: Pick<FollowerOutcome, "failed">,
): Promise<void> {
  for (const { event, error } of failed) await record.failed(`${name} event ${event.id}`, error);
}
