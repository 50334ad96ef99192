import type { Ctx } from "#lib/core/context";
import { type RunningLane, startLane, type UnderWay } from "#lib/core/lane";
import { claimDue, type Due } from "./claim-due.ts";
import { deliver } from "./deliver.ts";
import { SLOW_MS } from "./record-try.ts";

/** Looks this often even without a notification, so that a lost one only delays. */
const LOOK_EVERY_MS = 5_000;

/** How many messages one process sends at once, to addresses that answer promptly and to slow ones. */
const SLOTS = { prompt: 64, slow: 16 };

/** A claim lasts this much longer than its try; then what a killed process was sending is sent again. */
const LEASE_SLACK_MS = 5_000;

/**
 * The lane that sends webhooks, one per process. Addresses that are slow to answer, or failed the last time, have slots of
 * their own, so that prompt ones never wait for them.
 * @param patienceMs how long a try may take in all.
 */
export function startSender(ctx: Ctx, { patienceMs = 10_000 } = {}): RunningLane {
  const leaseMs = patienceMs + LEASE_SLACK_MS;
  return startLane<Due>(ctx, {
    name: "webhooks",
    async claim(underWay) {
      const { room, slowInMs } = roomBeside(underWay);
      const { due, nextIn = LOOK_EVERY_MS } = await claimDue(ctx, room, leaseMs);
      return { items: due, nextInMs: Math.min(nextIn, slowInMs) };
    },
    keyOf: ({ messageId }) => messageId,
    handle: (due) => deliver(ctx, due, patienceMs),
    deadlineMs: leaseMs,
    everyMs: LOOK_EVERY_MS,
  });
}

/** The free slots, and when the next of those under way turns out to be slow, which frees a prompt one. */
function roomBeside(underWay: readonly UnderWay<Due>[]) {
  const lasted = underWay.map(({ item, since }) => (item.slow ? SLOW_MS : performance.now() - since));
  const slow = lasted.filter((ms) => ms >= SLOW_MS).length;
  return {
    room: {
      prompt: Math.max(0, SLOTS.prompt - (underWay.length - slow)),
      slow: Math.max(0, SLOTS.slow - slow),
    },
    slowInMs: SLOW_MS - Math.max(0, ...lasted.filter((ms) => ms < SLOW_MS)),
  };
}
