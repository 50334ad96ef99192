import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { countdown } from "#lib/core/countdown";
import { env } from "#lib/core/env";
import { isDatabaseDown } from "#lib/core/error";
import { type Bell, newBell, repeat, rest } from "#lib/core/loop";
import { parseChange } from "../read/watch.ts";
import { capacity } from "./capacity.ts";
import { claim, nextClaimIn, SLOT_LASTS_MS } from "./claim.ts";
import { type ClaimingConnection, openConnection } from "./claiming-connection.ts";
import { deliver } from "./deliver.ts";
import { expire, recover } from "./recover.ts";
import { stopIfRestored } from "./restored.ts";

/** How often to look for work unasked: a lost notification delays a purchase, and never strands it. */
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
 * @param url the database, for the connection that claims.
 */
export function dispatch(ctx: Ctx, url = env().DATABASE_URL): Dispatcher {
  const loop: Loop = {
    ctx,
    url,
    connection: undefined,
    inFlight: new Map(),
    bell: newBell(),
    inVain: 0,
    heldUp: false,
    unheard: 0,
  };
  const { inFlight, bell } = loop;
  const stopper = new AbortController();
  const { signal } = stopper;
  const sending = repeat(signal, () => round(loop), "dispatch.round_failed");
  const tidying = repeat(
    signal,
    async () => {
      await tidy(loop);
      await rest(LOOK_EVERY_MS, signal);
    },
    "dispatch.tidy_failed",
  );
  const done = (async () => {
    await Promise.all([sending, tidying]);
    await Promise.all(inFlight.values());
    await loop.connection?.close();
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

/**
 * Wakes a dispatcher when there is something to send. The database tells it, as soon as the transaction commits: of each
 * purchase that was placed (`hold` inserts it, the trigger `purchases_placed_told` notifies) or came back to the queue
 * (`purchases_moved_told`), and of sending that was started or is to probe (`dispatcher_told`); see `db/guards.ts`.
 * @returns how to stop.
 */
export async function wakeWhenTold({ wake }: Dispatcher): Promise<() => void> {
  const stops = await Promise.all([
    listen("purchase", (payload) => {
      const { state } = parseChange(payload);
      if (state === "queued" || state === "") wake();
    }),
    listen("dispatcher", wake),
  ]);
  return () => {
    for (const stop of stops) stop();
  };
}

interface Loop {
  /** For everything but claiming, on any connection. */
  ctx: Ctx;
  url: string;
  /** The connection that claims. */
  connection: ClaimingConnection | undefined;
  /** By attempt. */
  inFlight: Map<number, Promise<void>>;
  bell: Bell;
  /** How often in a row nothing could be claimed although something was due. */
  inVain: number;
  /** Whether it may be waiting for the end of something in flight. */
  heldUp: boolean;
  /** How many in flight were sent since the upstream was last heard of. */
  unheard: number;
}

/** Claims and sends one purchase if there is one and capacity for it; else waits until there may be. */
async function round(loop: Loop): Promise<void> {
  const { ctx, inFlight, bell } = loop;
  const { all, unheard } = capacity();
  bell.hush();
  loop.heldUp = inFlight.size >= all || loop.unheard >= unheard;
  if (loop.heldUp) return bell.within(LOOK_EVERY_MS);
  if (!loop.connection || loop.connection.lost())
    loop.connection = await openConnection(ctx, loop.url, loop.connection);
  const timeToBegin = countdown(SLOT_LASTS_MS);
  const claimed = await onConnection(loop.connection, claim);
  if (claimed) {
    loop.inVain = 0;
    const { attemptId } = claimed;
    loop.unheard += 1;
    const delivery = deliver(ctx, claimed, timeToBegin)
      .then((heard) => {
        loop.unheard = heard ? 0 : Math.max(0, loop.unheard - 1);
      })
      .finally(() => {
        inFlight.delete(attemptId);
        if (loop.heldUp) bell.ring();
      });
    inFlight.set(attemptId, delivery);
    if (claimed.nextIn !== 0) await bell.within(Math.min(claimed.nextIn ?? LOOK_EVERY_MS, LOOK_EVERY_MS));
    return;
  }
  await bell.within(restFor(loop, await onConnection(loop.connection, nextClaimIn)));
}

/** When the connection fails, nobody knows whether its last statement was carried out: it is used no more. */
async function onConnection<T>(
  connection: ClaimingConnection,
  work: (ctx: Ctx, worker: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(connection.ctx, connection.worker);
  } catch (error) {
    if (isDatabaseDown(error)) connection.giveUp();
    throw error;
  }
}

/**
 * Looks less and less often while something is due that cannot be claimed: its row is locked, its deadline has passed,
 * or a probe waits for what is in flight. Whatever ends that wakes the loop.
 */
function restFor(loop: Loop, wait: number | undefined): number {
  loop.inVain = wait !== undefined && wait < 1 ? loop.inVain + 1 : 0;
  loop.heldUp = loop.inVain > 0;
  return Math.min(Math.max(wait ?? LOOK_EVERY_MS, 2 ** loop.inVain - 1), LOOK_EVERY_MS);
}

/** Runs each second beside the sending: recovers what nobody is sending any more, and expires what is overdue. */
async function tidy({ ctx, inFlight }: Loop): Promise<void> {
  await stopIfRestored(ctx);
  await recover(ctx, inFlight);
  await expire(ctx);
}
