import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { listPlans } from "#lib/catalogue/list-plans";
import type { Ctx } from "#lib/core/context";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { getUpstreamVariables } from "#lib/upstream/variables";
import { openBenchScene } from "./support/bench-system.ts";
import { maxRow, printTable, runInterleaved } from "./support/compare.ts";
import { readNumbers } from "./support/read-numbers.ts";

const PLAN_COUNT = 5_000;
const MAX_READ_MS = 200;

/**
 * `npm run bench -- sync [--rounds N]`: how long it takes to bring a catalogue of 5,000 plans up to a list in which one price
 * changed, the asking included; and how long a reseller's list of plans takes at most meanwhile and otherwise, beside it.
 * Returns 1 when the whole takes more than 200 ms.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds } = readNumbers(args, { rounds: 15 });
  await using at = await openBenchScene();
  await using upstream = await startLongList();
  Object.assign(getUpstreamVariables(), { UPSTREAM_BASE_URL: upstream.url });
  const first = await syncCatalogue(at.system);
  if (first.plans !== PLAN_COUNT) throw new Error(`${first.plans} plans were listed.`);
  const { ctx } = await at.reseller();
  const reading: Record<"quiet" | "meanwhile", number[]> = { quiet: [], meanwhile: [] };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const { whole } = await runInterleaved(
    {
      whole: async () => {
        await upstream.reprice();
        const from = performance.now();
        const during = syncCatalogue(at.system).then((view) => ({ view, ms: performance.now() - from }));
        delay.enable();
        reading.meanwhile.push(await measureLongestRead(ctx, during));
        delay.disable();
        const { view, ms } = await during;
        if (view.changed !== 1) throw new Error(`${view.changed} plans changed.`);
        return ms;
      },
      quiet: async () => {
        const from = performance.now();
        reading.quiet.push(await measureLongestRead(ctx, new Promise((done) => setTimeout(done, 200))));
        return performance.now() - from;
      },
    },
    { rounds },
  );
  return printTable("sync", [
    maxRow({ what: `sync of ${PLAN_COUNT} plans, one price changed`, unit: "ms" }, whole, MAX_READ_MS),
    maxRow({ what: "a list of plans, the longest while it syncs", unit: "ms" }, reading.meanwhile),
    maxRow({ what: "a list of plans, the longest of 200 ms otherwise", unit: "ms" }, reading.quiet),
    maxRow({ what: "the process held up while it syncs", unit: "ms" }, [delay.max / 1e6]),
  ]);
}

/** Reads the list of one network's plans again and again until `work` is over. */
async function measureLongestRead(ctx: Ctx, work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  while (!over) {
    const from = performance.now();
    const { plans } = await listPlans(ctx, { network: 1 });
    if (plans.length < 100) throw new Error(`Only ${plans.length} plans are read.`);
    longest = Math.max(longest, performance.now() - from);
  }
  await done;
  return longest;
}

/**
 * Starts an upstream in a thread of its own, since its work is not the portal's; the list is written before it is
 * requested.
 */
async function startLongList() {
  const thread = new Worker(new URL("support/long-list.ts", import.meta.url), { workerData: PLAN_COUNT });
  const [port] = await once(thread, "message");
  return {
    url: `http://127.0.0.1:${port}`,
    async reprice() {
      const done = once(thread, "message");
      thread.postMessage("reprice");
      await done;
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate();
    },
  };
}
