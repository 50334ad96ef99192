import type { Ctx } from "#lib/core/context";
import { repeat, rest } from "#lib/core/loop";
import { startMailer } from "#lib/mail/sender";
import { lookForAlerts } from "#lib/report/alert/look";
import { startAlerter } from "#lib/report/alert/sender";
import { mailedFile } from "#lib/report/mailed-file";
import { isWorkerAway } from "#lib/report/maintenance";

const LOOK_EVERY_MS = 30_000;

/**
 * Sends alerts and mail from a process without the worker role while no worker runs, since a worker that is away cannot
 * tell that it is.
 */
export function standInForWorker(ctx: Ctx, everyMs = LOOK_EVERY_MS): { stop(): Promise<void> } {
  const stopper = new AbortController();
  const { signal } = stopper;
  let senders: { stop(): Promise<void> }[] = [];
  const stopSenders = async () => {
    const running = senders;
    senders = [];
    await Promise.all(running.map((one) => one.stop()));
  };
  const looking = repeat(
    signal,
    async () => {
      await rest(everyMs, signal);
      if (signal.aborted) return;
      if (!(await lookWithoutWorker(ctx))) await stopSenders();
      else if (senders.length === 0)
        senders = [startAlerter(ctx), startMailer(ctx, { fileOf: (file) => mailedFile(ctx, file) })];
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
export async function lookWithoutWorker(ctx: Ctx): Promise<boolean> {
  const alone = await isWorkerAway(ctx);
  if (alone) await lookForAlerts(ctx);
  return alone;
}
