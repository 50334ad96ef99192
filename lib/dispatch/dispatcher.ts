import { isDeepStrictEqual } from "node:util";
import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { repeatUntilAborted, sleep } from "#lib/core/lane/loop";
import { log } from "#lib/core/log";
import { parsePurchaseChange } from "#lib/purchase/read/watch-purchases";
import { listSuppliersInUse, type Supplier } from "#lib/supplier/supplier";
import { expireQueuedPurchases } from "./expire-queued-purchases.ts";
import { judgeSuppliers } from "./judge-suppliers.ts";
import { recoverLostAttempts } from "./recover-lost-attempts.ts";
import { type InFlight, POLL_INTERVAL_MS, type RunningSender, startSender } from "./sender.ts";
import { stopIfRestored } from "./stop-if-restored.ts";

export interface Dispatcher {
  /** Looks for work at once: a purchase was queued, or sending was started. */
  wake(): void;
  /** Claims nothing more and resolves when all responses in flight are recorded. */
  stop(): Promise<void>;
}

/**
 * Starts the loops that send queued purchases: in each process one per supplier, so that a supplier that
 * hangs takes nothing from the others. Each claims on a separate connection, whose advisory lock shows other
 * processes that it is alive; `ctx` records the responses.
 * @param url the database, for the connections that claim.
 */
export function runDispatcher(ctx: Ctx, url = env().DATABASE_URL): Dispatcher {
  const inFlight: InFlight = new Map();
  const stopper = new AbortController();
  const senders = new Map<number, RunningSender>();
  const start = (supplier: Supplier) =>
    senders.set(supplier.id, startSender({ ctx, url, inFlight }, supplier, stopper.signal));
  const tidying = repeatUntilAborted(
    stopper.signal,
    async () => {
      await Promise.all([
        recoverAndExpire(ctx, inFlight),
        senders.size > 1 && judgeSuppliers(ctx),
        followSuppliers(ctx, senders, (supplier) => stopper.signal.aborted || start(supplier)),
      ]);
      await sleep(POLL_INTERVAL_MS, stopper.signal);
    },
    "dispatch.tidy_failed",
  );
  const stopped = async () => {
    await tidying;
    await Promise.all([...senders.values()].map(({ stop }) => stop()));
    await Promise.all(inFlight.values());
  };
  return {
    wake: () => {
      for (const { wake } of senders.values()) wake();
    },
    stop: () => {
      stopper.abort();
      return stopped();
    },
  };
}

/**
 * Starts the loops of suppliers that were turned on, and stops those of suppliers that were turned off or
 * changed, as by another token.
 */
async function followSuppliers(
  ctx: Ctx,
  senders: Map<number, RunningSender>,
  start: (supplier: Supplier) => void,
): Promise<void> {
  const inUse = await listSuppliersInUse(ctx);
  for (const { supplier, stop } of [...senders.values()])
    if (!inUse.some((each) => isDeepStrictEqual(each, supplier)) && senders.delete(supplier.id))
      stop().catch((error: unknown) => log.error("dispatch.sender_not_stopped", { error }));
  for (const supplier of inUse) if (!senders.has(supplier.id)) start(supplier);
}

/**
 * Wakes a dispatcher when there is something to send. The database notifies it when a transaction commits
 * that placed a purchase (`purchases_placed_notify`), queued one again (`purchases_moved_notify`), or started
 * sending or a probe (`dispatcher_notify`).
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

/** Runs each second beside the sending: recovers abandoned attempts, and expires overdue purchases. */
async function recoverAndExpire(ctx: Ctx, inFlight: InFlight): Promise<void> {
  await stopIfRestored(ctx);
  await recoverLostAttempts(ctx, inFlight);
  await expireQueuedPurchases(ctx);
}
