import type { Ctx } from "#lib/core/context";
import { repeatUntilAborted, sleep } from "#lib/core/lane/loop";
import type { Module } from "#lib/core/module";
import { createFileMaker } from "#lib/mail/create-file-maker";
import { startMailSender } from "#lib/mail/mail-sender";
import { startAlertSender } from "#lib/monitoring/alert/alert-sender";
import { detectAlerts } from "#lib/monitoring/alert/detect-alerts";
import { isWorkerDown } from "./worker-presence.ts";

const POLL_INTERVAL_MS = 30_000;

/**
 * Sends alerts and mail from a process without the worker role while no worker runs, since a missing
 * worker can't report itself.
 */
export function startWorkerFallback(
  ctx: Ctx,
  modules: readonly Module[],
  everyMs = POLL_INTERVAL_MS,
): { stop(): Promise<void> } {
  const stopper = new AbortController();
  const { signal } = stopper;
  let senders: { stop(): Promise<void> }[] = [];
  const stopSenders = async () => {
    const running = senders;
    senders = [];
    await Promise.all(running.map((sender) => sender.stop()));
  };
  const looking = repeatUntilAborted(
    signal,
    async () => {
      await sleep(everyMs, signal);
      if (signal.aborted) return;
      if (!(await detectAlertsWithoutWorker(ctx, modules))) await stopSenders();
      else if (senders.length === 0)
        senders = [
          startAlertSender(ctx, modules),
          startMailSender(ctx, { fileOf: createFileMaker(ctx, modules) }),
        ];
    },
    "alert.stand_in_failed",
  );
  return {
    async stop() {
      stopper.abort();
      await looking;
      await stopSenders();
    },
  };
}

/** Looks for alerts unless a worker does. @returns whether it looked */
export async function detectAlertsWithoutWorker(ctx: Ctx, modules: readonly Module[]): Promise<boolean> {
  const alone = await isWorkerDown(ctx);
  if (alone) await detectAlerts(ctx, modules);
  return alone;
}
