import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { connect, type Database } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { claim, nextClaimIn } from "./claim.ts";
import { deliver } from "./deliver.ts";
import { expire } from "./expire.ts";
import { recover } from "./recover.ts";

/** Looked at this often even if no notification came: a lost one delays, never strands. */
const LOOK_EVERY_MS = 1_000;

export interface Dispatcher {
  /** Looks again at once: something was queued, or sending was started. */
  wake(): void;
  /** Claims nothing more and resolves when all that is in flight is answered and recorded. */
  stop(): Promise<void>;
}

/**
 * The loop that sends queued purchases, one per process. It claims on a connection of its own, whose advisory
 * lock tells the other processes that it is alive; `ctx` records the answers.
 */
export function dispatch(ctx: Ctx): Dispatcher {
  const worker = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const line = connect(env().DATABASE_URL, 1, { idle_timeout: 0, max_lifetime: null });
  const inFlight = new Set<Promise<void>>();
  const bell = newBell();
  let running = true;
  let failing = false;

  const done = (async () => {
    while (running) {
      try {
        await round({ ...ctx, db: line.db }, ctx, worker, inFlight, bell);
        failing = false;
      } catch (error) {
        // A database that is away fails four times a second: once says it.
        if (!failing) log.error("dispatch.round_failed", { error });
        failing = true;
        await bell.within(250);
      }
    }
    await Promise.all(inFlight);
    await close(line);
  })();

  return {
    wake: bell.ring,
    stop: () => {
      running = false;
      bell.ring();
      return done;
    },
  };
}

async function round(
  line: Ctx,
  ctx: Ctx,
  worker: string,
  inFlight: Set<Promise<void>>,
  bell: Bell,
): Promise<void> {
  if (inFlight.size >= env().UPSTREAM_IN_FLIGHT) return bell.within(LOOK_EVERY_MS);
  const claimedAt = performance.now();
  const claimed = await claim(line, worker);
  if (claimed) {
    const delivery: Promise<void> = deliver(ctx, claimed, claimedAt).finally(() => {
      inFlight.delete(delivery);
      bell.ring();
    });
    inFlight.add(delivery);
    return;
  }
  await recover(line, worker);
  await expire(line);
  await bell.within(Math.min((await nextClaimIn(line)) ?? LOOK_EVERY_MS, LOOK_EVERY_MS));
}

async function close(line: Database): Promise<void> {
  await line.close().catch((error: unknown) => log.warn("dispatch.close_failed", { error }));
}

interface Bell {
  ring(): void;
  /** Resolves when rung, at once if it was rung since the last wait, or after `ms`. */
  within(ms: number): Promise<void>;
}

function newBell(): Bell {
  let rung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wakeUp?.();
    },
    within(ms) {
      if (rung) {
        rung = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => wakeUp?.(), ms);
        wakeUp = () => {
          clearTimeout(timer);
          wakeUp = undefined;
          rung = false;
          resolve();
        };
      });
    },
  };
}
