import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { isDatabaseDown } from "#lib/core/error";
import { createWakeSignal, repeatUntilAborted, sleep, type WakeSignal } from "#lib/core/lane/loop";
import { startCountdown } from "#lib/core/time/time";
import { parsePurchaseChange } from "#lib/purchase/read/watch-purchases";
import { getCapacity } from "./capacity.ts";
import { claimPurchase, getNextClaimDelay, SLOT_DURATION_MS } from "./claim-purchase.ts";
import { type ClaimingConnection, openClaimingConnection } from "./claiming-connection.ts";
import { getConfirmedChanges } from "./confirmed-changes.ts";
import { expireQueuedPurchases } from "./expire-queued-purchases.ts";
import { recoverLostAttempts } from "./recover-lost-attempts.ts";
import { sendClaimedPurchase } from "./send-claimed-purchase.ts";
import { stopIfRestored } from "./stop-if-restored.ts";

/** Polls for work as well: a lost notification delays a purchase, and never strands it. */
const POLL_INTERVAL_MS = 1_000;

export interface Dispatcher {
  /** Looks for work at once: a purchase was queued, or sending was started. */
  wake(): void;
  /** Claims nothing more and resolves when all responses in flight are recorded. */
  stop(): Promise<void>;
}

/**
 * Starts the loop that sends queued purchases, one per process. It claims on a separate connection, whose advisory lock
 * shows other processes that it is alive; `ctx` records the responses.
 * @param url the database, for the connection that claims.
 */
export function runDispatcher(ctx: Ctx, url = env().DATABASE_URL): Dispatcher {
  const loop: Loop = {
    ctx,
    url,
    connection: undefined,
    inFlight: new Map(),
    wakeSignal: createWakeSignal(),
    emptyClaims: 0,
    isBlocked: false,
    sentSinceResponse: 0,
  };
  const { inFlight, wakeSignal } = loop;
  const stopper = new AbortController();
  const { signal } = stopper;
  const sending = repeatUntilAborted(signal, () => runRound(loop), "dispatch.round_failed");
  const tidying = repeatUntilAborted(
    signal,
    async () => {
      await recoverAndExpire(loop);
      await sleep(POLL_INTERVAL_MS, signal);
    },
    "dispatch.tidy_failed",
  );
  const done = (async () => {
    await Promise.all([sending, tidying]);
    await Promise.all(inFlight.values());
    await loop.connection?.close();
  })();

  return {
    wake: wakeSignal.wake,
    stop: () => {
      stopper.abort();
      wakeSignal.wake();
      return done;
    },
  };
}

/**
 * Wakes a dispatcher when there is something to send. The database notifies it when a transaction commits that placed a
 * purchase (`purchases_placed_notify`), queued one again (`purchases_moved_notify`), or started sending or a probe
 * (`dispatcher_notify`).
 * @returns a function that stops it.
 */
export async function wakeOnNotification({ wake }: Dispatcher): Promise<() => void> {
  const stops = await Promise.all([
    listen("purchase", (payload) => {
      const { state } = parsePurchaseChange(payload);
      if (state === "queued" || state === "") wake();
    }),
    listen("dispatcher", wake),
  ]);
  return () => {
    for (const stop of stops) stop();
  };
}

interface Loop {
  /** For everything except claiming, on any connection. */
  ctx: Ctx;
  url: string;
  connection: ClaimingConnection | undefined;
  /** By attempt. */
  inFlight: Map<number, Promise<void>>;
  wakeSignal: WakeSignal;
  /** The attempts in a row that claimed nothing although a purchase was due. */
  emptyClaims: number;
  /** Whether it may be waiting for a purchase in flight to end. */
  isBlocked: boolean;
  /** The purchases in flight that were sent since the last response. */
  sentSinceResponse: number;
}

/** Claims and sends one purchase if one is queued and capacity is left; otherwise waits. */
async function runRound(loop: Loop): Promise<void> {
  const { ctx, inFlight, wakeSignal } = loop;
  const capacity = getCapacity();
  wakeSignal.clear();
  loop.isBlocked = inFlight.size >= capacity.total || loop.sentSinceResponse >= capacity.sinceResponse;
  if (loop.isBlocked) return wakeSignal.wait(POLL_INTERVAL_MS);
  if (!loop.connection || loop.connection.lost())
    loop.connection = await openClaimingConnection(ctx, loop.url, loop.connection);
  const timeToBegin = startCountdown(SLOT_DURATION_MS);
  const claimed = await runOnConnection(loop.connection, claimPurchase);
  if (claimed) {
    loop.emptyClaims = 0;
    const { attemptId, purchaseId } = claimed;
    getConfirmedChanges().attempts.set(purchaseId, attemptId);
    loop.sentSinceResponse += 1;
    const delivery = sendClaimedPurchase(ctx, claimed, timeToBegin)
      .then((hasResponse) => {
        loop.sentSinceResponse = hasResponse ? 0 : Math.max(0, loop.sentSinceResponse - 1);
      })
      .finally(() => {
        inFlight.delete(attemptId);
        if (loop.isBlocked) wakeSignal.wake();
      });
    inFlight.set(attemptId, delivery);
    if (claimed.nextIn !== 0)
      await wakeSignal.wait(Math.min(claimed.nextIn ?? POLL_INTERVAL_MS, POLL_INTERVAL_MS));
    return;
  }
  await wakeSignal.wait(getRestDelay(loop, await runOnConnection(loop.connection, getNextClaimDelay)));
}

/** Gives up the connection if it fails, because it is unknown whether its last statement was executed. */
async function runOnConnection<T>(
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
 * Lengthens the pause while a due purchase can't be claimed: its row is locked, its deadline has passed, or a probe waits
 * for purchases in flight. The end of each of these wakes the loop.
 */
function getRestDelay(loop: Loop, wait: number | undefined): number {
  loop.emptyClaims = wait !== undefined && wait < 1 ? loop.emptyClaims + 1 : 0;
  loop.isBlocked = loop.emptyClaims > 0;
  return Math.min(Math.max(wait ?? POLL_INTERVAL_MS, 2 ** loop.emptyClaims - 1), POLL_INTERVAL_MS);
}

/** Runs each second beside the sending: recovers abandoned attempts, and expires overdue purchases. */
async function recoverAndExpire({ ctx, inFlight }: Loop): Promise<void> {
  await stopIfRestored(ctx);
  await recoverLostAttempts(ctx, inFlight);
  await expireQueuedPurchases(ctx);
}
