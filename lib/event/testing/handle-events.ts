import type { Ctx } from "#lib/core/context";
import { createLaneRecord } from "#lib/core/lane/lane-record";
import { runDueItems } from "#lib/core/lane/testing/run-due-items";
import { listEventFollowers } from "#lib/core/module";
import { createEventLane } from "#lib/event/event-lane";
import { handleNewEvents } from "#lib/event/handle-new-events";
import { EVENT_LANE } from "#lib/event/retries";
import { modules } from "#lib/modules";

/** Handles all events that are committed, as the lane does, and retries failed ones once. */
export async function handleEvents({ db }: Ctx, followers = listEventFollowers(modules)): Promise<void> {
  const ctx: Ctx = { actor: { kind: "system", name: "event" }, db };
  const record = createLaneRecord(ctx, EVENT_LANE);
  while (await handleNewEvents(ctx, followers, record));
  await runDueItems(ctx, createEventLane(ctx, followers));
}
