import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { newBell, repeat } from "#lib/core/loop";
import { claimDue } from "./claim-due.ts";
import { deliver } from "./deliver.ts";
import { SLOW_MS } from "./record-try.ts";

/** Looks this often even without a notification, so that a lost one only delays. */
const LOOK_EVERY_MS = 5_000;

/** How many messages one process sends at once, to addresses that answer promptly and to slow ones. */
const SLOTS = { prompt: 64, slow: 16 };

/** A claim lasts this much longer than its try; then what a killed process was sending is sent again. */
const LEASE_SLACK_MS = 5_000;

export interface Sender {
  /** Looks again at once: a message was written or asked for. */
  wake(): void;
  /** Claims nothing more and resolves when all that is under way is noted. */
  stop(): Promise<void>;
}

/**
 * The loop that sends webhooks, one per process, on two connections of its own. Addresses that are slow to answer, or
 * failed the last time, have slots of their own, so that prompt ones never wait for them.
 * @param patienceMs how long a try may take in all.
 */
export function startSender(ctx: Ctx, { patienceMs = 10_000 } = {}): Sender {
  const line = connect(env().DATABASE_URL, 2);
  const own: Ctx = { ...ctx, db: line.db };
  const bell = newBell();
  const stopper = new AbortController();
  const underWay = new Set<{ slow: boolean; done: Promise<void> }>();

  const send = (due: Parameters<typeof deliver>[1]) => {
    const slot = { slow: due.slow, done: Promise.resolve() };
    const timer = setTimeout(() => {
      slot.slow = true;
      bell.ring();
    }, SLOW_MS);
    slot.done = deliver(own, due, patienceMs).finally(() => {
      clearTimeout(timer);
      underWay.delete(slot);
      bell.ring();
    });
    underWay.add(slot);
  };

  const round = async () => {
    const slow = [...underWay].filter((slot) => slot.slow).length;
    const room = {
      prompt: Math.max(0, SLOTS.prompt - (underWay.size - slow)),
      slow: Math.max(0, SLOTS.slow - slow),
    };
    const { due, nextIn = LOOK_EVERY_MS } = await claimDue(own, room, patienceMs + LEASE_SLACK_MS);
    for (const message of due) send(message);
    if (due.length === 0) await bell.within(Math.min(nextIn, LOOK_EVERY_MS));
  };

  const done = (async () => {
    await repeat(stopper.signal, round, "webhook.round_failed");
    await Promise.all([...underWay].map((slot) => slot.done));
    await line.close().catch((error: unknown) => log.warn("webhook.close_failed", { error }));
  })();
  return {
    wake: bell.ring,
    stop() {
      stopper.abort();
      bell.ring();
      return done;
    },
  };
}
