import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { connect, type Database } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { type Bell, newBell, repeat, rest } from "#lib/core/loop";
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
  const loop: Loop = { line: { ...ctx, db: line.db }, ctx, worker, inFlight, bell };
  const stopper = new AbortController();
  const { signal } = stopper;
  const sending = repeat(signal, () => round(loop), "dispatch.round_failed");
  const tidying = repeat(
    signal,
    async () => {
      await tidy(ctx, worker);
      await rest(LOOK_EVERY_MS, signal);
    },
    "dispatch.tidy_failed",
  );
  const done = (async () => {
    await Promise.all([sending, tidying]);
    await Promise.all(inFlight);
    await close(line);
  })();

  return {
    wake: bell.ring,
    stop: () => {
      stopper.abort();
      bell.ring();
      return done;
    },
  };
}

interface Loop {
  /** On the connection that claims. */
  line: Ctx;
  /** On any connection. */
  ctx: Ctx;
  worker: string;
  inFlight: Set<Promise<void>>;
  bell: Bell;
}

/** Claims one if there is one to send and room to send it; else waits until there may be. */
async function round({ line, ctx, worker, inFlight, bell }: Loop): Promise<void> {
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
  await bell.within(Math.min((await nextClaimIn(line)) ?? LOOK_EVERY_MS, LOOK_EVERY_MS));
}

/** Each second, whatever is in flight and whoever holds a wallet: what the dead left, and what is overdue. */
async function tidy(ctx: Ctx, worker: string): Promise<void> {
  await recover(ctx, worker);
  await expire(ctx);
}

async function close(line: Database): Promise<void> {
  await line.close().catch((error: unknown) => log.warn("dispatch.close_failed", { error }));
}
