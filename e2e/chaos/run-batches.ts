import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { cancelBatch, startBatch } from "#lib/batch/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { getBatch } from "#lib/batch/batch-view";
import type { Ctx } from "#lib/core/context";
import { asReseller } from "#lib/testing/scene";
import { pickRandom } from "#sandbox/random";

const ROWS = 12;

/**
 * Has a reseller run one batch of mixed plans after the other while `going` says so, and cancels one in four and the last, so
 * that rows are held, skipped, sent and given back while suppliers are away. @returns how many were started
 */
export async function runBatches(
  ctx: Ctx,
  resellerId: number,
  plans: readonly number[],
  random: () => number,
  going: () => boolean,
): Promise<number> {
  const buyer = await repeatUntilDone(() => asReseller(ctx, resellerId));
  let started = 0;
  while (going()) {
    const lines = Array.from({ length: ROWS }, () => ({
      number: `0806${String(Math.floor(random() * 10_000_000)).padStart(7, "0")}`,
      plan: String(pickRandom(random, plans)),
      note: "",
    }));
    const key = randomUUID();
    const id = await repeatUntilDone(() => createBatchDraft(buyer, { key, lines }));
    // Its response may be lost after it began: then it runs already.
    await repeatUntilDone(async () => {
      const { state, version } = await getBatch(buyer, { id });
      if (state === "draft") await startBatch(buyer, { id, version });
    });
    started += 1;
    const isCancelled = random() < 0.25;
    for (let waits = 0; going() && (await repeatUntilDone(() => isRunning(buyer, id))); waits++) {
      if (isCancelled && waits === 3) break;
      await pause(300);
    }
    await repeatUntilDone(async () => {
      if (await isRunning(buyer, id)) await cancelBatch(buyer, { id });
    });
  }
  return started;
}

async function isRunning(ctx: Ctx, id: number): Promise<boolean> {
  const { state, over } = await getBatch(ctx, { id });
  return state === "running" && !over;
}

/** Repeats what fails while the database is killed; each is safe to repeat. */
async function repeatUntilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === 200) throw error;
      await pause(100);
    }
}
