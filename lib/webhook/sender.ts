import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { newBell, repeat } from "#lib/core/loop";
import { claimDue } from "./claim-due.ts";
import { deliver, SLOW_MS } from "./deliver.ts";

/** Looked at this often even if no notification came: a lost one delays, never strands. */
const LOOK_EVERY_MS = 5_000;

/** How many messages one process sends at once, to addresses that answer promptly and to those that do not. */
const PLACES = { prompt: 64, slow: 16 };

/** A claim outlasts its try by this much: what a killed process was sending is sent again after both. */
const LEASE_SLACK_MS = 5_000;

export interface Sender {
  /** Looks again at once: a message was written or asked for. */
  wake(): void;
  /** Claims nothing more and resolves when all that is under way is noted. */
  stop(): Promise<void>;
}

/**
 * The loop that sends webhooks, one per process, on two connections of its own. Whoever is slow to answer, or failed
 * the last time, waits among its like: addresses that answer promptly never wait for them.
 * @param patienceMs how long a try may take in all.
 */
export function startSender(ctx: Ctx, { patienceMs = 10_000 } = {}): Sender {
  const line = connect(env().DATABASE_URL, 2);
  const own: Ctx = { ...ctx, db: line.db };
  const bell = newBell();
  const stopper = new AbortController();
  const underWay = new Set<{ slow: boolean; done: Promise<void> }>();

  const send = (due: Parameters<typeof deliver>[1]) => {
    const place = { slow: due.slow, done: Promise.resolve() };
    const timer = setTimeout(() => {
      place.slow = true;
      bell.ring();
    }, SLOW_MS);
    place.done = deliver(own, due, patienceMs).finally(() => {
      clearTimeout(timer);
      underWay.delete(place);
      bell.ring();
    });
    underWay.add(place);
  };

  const round = async () => {
    const slow = [...underWay].filter((place) => place.slow).length;
    const room = {
      prompt: Math.max(0, PLACES.prompt - (underWay.size - slow)),
      slow: Math.max(0, PLACES.slow - slow),
    };
    const { due, nextIn = LOOK_EVERY_MS } = await claimDue(own, room, patienceMs + LEASE_SLACK_MS);
    for (const message of due) send(message);
    if (due.length === 0) await bell.within(Math.min(nextIn, LOOK_EVERY_MS));
  };

  const done = (async () => {
    await repeat(stopper.signal, round, "webhook.round_failed");
    await Promise.all([...underWay].map((place) => place.done));
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
