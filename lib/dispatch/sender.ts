import type { Ctx } from "#lib/core/context";
import { isDatabaseDown } from "#lib/core/database-error";
import { createWakeSignal, repeatUntilAborted, type WakeSignal } from "#lib/core/lane/loop";
import { startCountdown } from "#lib/core/time/time";
import { getConfirmedChanges } from "#lib/purchase/queue/confirmed-changes";
import type { Supplier } from "#lib/supplier/supplier";
import { getCapacity } from "./capacity.ts";
import { claimPurchase, getNextClaimDelay, SLOT_DURATION_MS } from "./claim-purchase.ts";
import { type ClaimingConnection, openClaimingConnection } from "./claiming-connection.ts";
import { isAwaitedByOthers } from "./renewals.ts";
import { sendClaimedPurchase } from "./send-claimed-purchase.ts";

/** Polls for work as well: a lost notification delays a purchase, and never strands it. */
export const POLL_INTERVAL_MS = 1_000;

/** By attempt; of all suppliers, so that none is taken for abandoned while this process works on it. */
export type InFlight = Map<number, Promise<void>>;

export interface RunningSender {
  supplier: Supplier;
  wake(): void;
  /** Claims nothing more and resolves when all its responses in flight are recorded. */
  stop(): Promise<void>;
}

export function startSender(
  shared: Pick<Loop, "ctx" | "url" | "inFlight">,
  supplier: Supplier,
  signal: AbortSignal,
): RunningSender {
  const loop: Loop = {
    ...shared,
    supplier,
    connection: undefined,
    own: new Set(),
    wakeSignal: createWakeSignal(),
    emptyClaims: 0,
    isBlocked: false,
    sentSinceResponse: 0,
  };
  const stopper = new AbortController();
  const sending = repeatUntilAborted(
    AbortSignal.any([signal, stopper.signal]),
    () => runRound(loop),
    "dispatch.round_failed",
  );
  return {
    supplier,
    wake: loop.wakeSignal.wake,
    async stop() {
      stopper.abort();
      loop.wakeSignal.wake();
      await sending;
      await Promise.all([...loop.own].map((attemptId) => loop.inFlight.get(attemptId)));
      await loop.connection?.close();
    },
  };
}

interface Loop {
  /** For everything except claiming, on any connection. */
  ctx: Ctx;
  url: string;
  supplier: Supplier;
  connection: ClaimingConnection | undefined;
  inFlight: InFlight;
  own: Set<number>;
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
  const { ctx, supplier, inFlight, own, wakeSignal } = loop;
  const capacity = getCapacity(supplier);
  wakeSignal.clear();
  loop.isBlocked = own.size >= capacity.total || loop.sentSinceResponse >= capacity.sinceResponse;
  if (loop.isBlocked) return wakeSignal.wait(POLL_INTERVAL_MS);
  if (!loop.connection || loop.connection.lost())
    loop.connection = await openClaimingConnection(ctx, loop.url, loop.connection);
  if (!isAwaitedByOthers()) return wakeSignal.wait(POLL_INTERVAL_MS);
  const timeToBegin = startCountdown(SLOT_DURATION_MS);
  const claimed = await runOnConnection(loop.connection, (ctx, worker) =>
    claimPurchase(ctx, worker, supplier),
  );
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
        own.delete(attemptId);
        if (loop.isBlocked) wakeSignal.wake();
      });
    inFlight.set(attemptId, delivery);
    own.add(attemptId);
    if (claimed.nextIn !== 0)
      await wakeSignal.wait(Math.min(claimed.nextIn ?? POLL_INTERVAL_MS, POLL_INTERVAL_MS));
    return;
  }
  await wakeSignal.wait(
    getRestDelay(loop, await runOnConnection(loop.connection, (ctx) => getNextClaimDelay(ctx, supplier.id))),
  );
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
 * Lengthens the pause while a due purchase can't be claimed: its row is locked, its deadline has passed, or a
 * probe waits for purchases in flight. The end of each of these wakes the loop.
 */
function getRestDelay(loop: Loop, wait: number | undefined): number {
  loop.emptyClaims = wait !== undefined && wait < 1 ? loop.emptyClaims + 1 : 0;
  loop.isBlocked = loop.emptyClaims > 0;
  return Math.min(Math.max(wait ?? POLL_INTERVAL_MS, 2 ** loop.emptyClaims - 1), POLL_INTERVAL_MS);
}
