import { setTimeout as pause } from "node:timers/promises";
import { scaleBound } from "#lib/core/bounds";
import { type Ctx, requireSystem } from "#lib/core/context";
import type { EventFollower } from "#lib/core/event";
import { type Lane, type RunningLane, startLane } from "#lib/core/lane/lane";
import { createLaneRecord } from "#lib/core/lane/lane-record";
import { listEventFollowers, type Module } from "#lib/core/module";
import { handleNewEvents } from "./handle-new-events.ts";
import { chooseRetries, EVENT_LANE, RETRY_MS, type Retries, retryEvents } from "./retries.ts";

/** Retries of this many followers run at once, beside the new events. */
const SLOTS = 2;
/** New events are gathered for this long, so that a busy portal looks a few times a second and not hundreds. */
const GATHER_MS = 100;
const POLL_INTERVAL_MS = 5_000;

/** Runs the lane that handles events, one per process. */
export function startEventLane(ctx: Ctx, modules: readonly Module[]): RunningLane {
  const lane = createEventLane(ctx, listEventFollowers(modules));
  let lookedAt = Number.NEGATIVE_INFINITY;
  return startLane(ctx, {
    ...lane,
    async claim(underWay) {
      await pause(Math.max(0, lookedAt + GATHER_MS - performance.now()));
      lookedAt = performance.now();
      return lane.claim(underWay);
    },
  });
}

/**
 * Creates the lane that handles events: new ones while it claims, for all their followers in one transaction.
 * Its items are followers that failed, so that one that hangs holds up no other. See docs/decisions/events.md.
 */
export function createEventLane(ctx: Ctx, followers: readonly EventFollower[]): Lane<Retries> {
  requireSystem(ctx);
  const record = createLaneRecord(ctx, EVENT_LANE);
  return {
    name: EVENT_LANE,
    async claim(underWay) {
      const more = await handleNewEvents(ctx, followers, record);
      const free = followers.filter(({ name }) => underWay.every(({ item }) => item.follower.name !== name));
      const items = await chooseRetries(ctx, free);
      return { items: items.slice(0, SLOTS - underWay.length), nextInMs: more ? 0 : undefined };
    },
    keyOf: ({ follower }) => follower.name,
    recordOf: () => record,
    handle: (retries) => retryEvents(ctx, retries, record),
    deadlineMs: scaleBound(2 * RETRY_MS),
    everyMs: POLL_INTERVAL_MS,
  };
}
