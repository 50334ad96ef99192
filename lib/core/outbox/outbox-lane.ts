import type { Ctx } from "#lib/core/context";
import type { ActiveItem, Lane } from "#lib/core/lane/lane";
import { claimDeliveries } from "./claim-deliveries.ts";
import type { Delivery, OutboxChannel } from "./outbox-channel.ts";
import { failWaitingDeliveries, recordAttempt } from "./record-attempt.ts";

/** Looks this often without being woken, so that a lost notification only delays. */
const POLL_INTERVAL_MS = 5_000;

/** A target that takes longer than this to respond is slow. */
export const MIN_SLOW_MS = 2_000;

export function createOutboxLane(ctx: Ctx, channel: OutboxChannel): Lane<Delivery> {
  return {
    name: channel.name,
    async claim(underWay) {
      const { room, slowInMs } = getFreeSlots(channel, underWay);
      const { items, nextInMs = POLL_INTERVAL_MS } = await claimDeliveries(ctx, channel, room);
      return { items, nextInMs: Math.min(nextInMs, slowInMs) };
    },
    keyOf: ({ messageId }) => messageId,
    handle: (delivery) => deliver(ctx, channel, delivery),
    deadlineMs: channel.leaseMs,
    everyMs: POLL_INTERVAL_MS,
  };
}

/** Attempts a claimed delivery once and records the result. @throws what the database throws */
async function deliver(ctx: Ctx, channel: OutboxChannel, delivery: Delivery): Promise<void> {
  const { target, ended } = delivery;
  const result = ended === null ? await channel.send(delivery) : { problem: ended, hopeless: true };
  await ctx.db.transaction(async (db) => {
    if (!(await recordAttempt(db, channel, delivery, result))) return;
    if (ended !== null) await failWaitingDeliveries(db, channel.name, target, { problem: ended });
    await channel.recordTarget?.({ ...ctx, db }, delivery, result);
  });
}

/** The free slots, and when the next delivery under way turns out to be slow, which frees a prompt one. */
function getFreeSlots({ slots, slowSlots }: OutboxChannel, underWay: readonly ActiveItem<Delivery>[]) {
  const lasted = underWay.map(({ item, since }) => (item.slow ? MIN_SLOW_MS : performance.now() - since));
  const slow = slowSlots === undefined ? 0 : lasted.filter((ms) => ms >= MIN_SLOW_MS).length;
  return {
    room: {
      prompt: Math.max(0, slots - (underWay.length - slow)),
      slow: Math.max(0, (slowSlots ?? 0) - slow),
    },
    slowInMs: MIN_SLOW_MS - Math.max(0, ...lasted.filter((ms) => ms < MIN_SLOW_MS)),
  };
}
