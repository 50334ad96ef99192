import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { isDatabaseDown } from "#lib/core/database-error";
import type { EventFollower, PortalEvent } from "#lib/core/event";
import { waitAtMost } from "#lib/core/time/wait-at-most";
import { nameSubject } from "./choose-events.ts";

/** With failures of as many resellers and no success, it is the follower that fails and not its events. */
const MAX_FAILING = 10;

export interface FollowerOutcome {
  handled: PortalEvent[];
  /** The events that failed alone. */
  failed: { event: PortalEvent; error: unknown }[];
  /** The error for which it was given up: it hangs, or all fail. */
  givenUp?: unknown;
}

/**
 * Has a follower handle events within savepoints: of a set that fails, each half is tried, down to the events
 * that fail alone. Behind one that failed, those of the same subject are left.
 * @param ms after which it is given up
 * @throws when the database is unavailable
 */
export async function runFollower(
  tx: Ctx,
  follower: EventFollower,
  events: readonly PortalEvent[],
  ms: number,
): Promise<FollowerOutcome> {
  const outcome: FollowerOutcome = { handled: [], failed: [] };
  const failedSubjects = new Set<string>();
  const end = performance.now() + ms;
  const run = async (some: readonly PortalEvent[]): Promise<void> => {
    const part = some.filter((event) => !failedSubjects.has(nameSubject(event)));
    const [first] = part;
    if (!first || outcome.givenUp) return;
    try {
      await runWithin(tx, follower, part, end - performance.now());
      outcome.handled.push(...part);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      if (performance.now() >= end) outcome.givenUp = error;
      else if (part.length > 1) {
        const half = Math.ceil(part.length / 2);
        await run(part.slice(0, half));
        await run(part.slice(half));
      } else {
        outcome.failed.push({ event: first, error });
        failedSubjects.add(nameSubject(first));
        const failing = new Set(outcome.failed.map(({ event }) => event.resellerId));
        if (outcome.handled.length === 0 && failing.size >= MAX_FAILING) outcome.givenUp = error;
      }
    }
  };
  await run(events);
  // Those of a savepoint that succeeded would hold for the rest of the transaction.
  await tx.db.execute(sql`set local statement_timeout to default`);
  await tx.db.execute(sql`set local lock_timeout to default`);
  return outcome;
}

/** Handles events within a savepoint; rules that the database checks at the commit are checked in it. */
async function runWithin(
  tx: Ctx,
  { handlers }: EventFollower,
  events: readonly PortalEvent[],
  ms: number,
): Promise<void> {
  const limit = Math.max(1, Math.ceil(ms));
  await tx.db.transaction(async (db) => {
    await db.execute(sql`
      select
        set_config('statement_timeout', ${String(limit)}, true),
        set_config('lock_timeout', ${String(limit)}, true)`);
    const handle = async () => {
      for (const [handler, some] of Map.groupBy(events, ({ kind }) => handlers[kind]))
        await handler?.({ ...tx, db }, some);
      await db.execute(sql`set constraints all immediate`);
      await db.execute(sql`set constraints all deferred`);
    };
    await waitAtMost(limit, handle(), `It was not finished within ${limit} ms.`);
  });
}
