import { connect, type Database, getDatabase } from "#db/client";
import { listen } from "#db/listen";
import type { Channel } from "#lib/core/channels";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import type { RunningLane } from "#lib/core/lane/lane";
import { POOL_SIZES, type PoolName } from "#lib/core/lane/pool-sizes";
import type { Job, Module, QueueJob, ScheduledJob, WakeRule, Worker } from "#lib/core/module";
import { runDispatcher, wakeOnNotification } from "#lib/dispatch/dispatcher";
import { coalesceCalls } from "./coalesce-calls.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";

/** Creates the context of background work: the process's pool, and a name for the audit record. */
export function createSystemCtx(name: string): Ctx {
  return { actor: { kind: "system", name }, db: getDatabase().db };
}

/**
 * Starts the process's background work: the sending of purchases, and the jobs of all modules. See
 * docs/decisions/lanes.md.
 */
export async function startWorker(modules: readonly Module[]): Promise<{ stop(): Promise<void> }> {
  const dispatcher = runDispatcher(createSystemCtx("dispatch"));
  const pools = openPools();
  const worker: Worker = {
    modules,
    createCtx: (pool, actor) => ({ ...createSystemCtx(actor), db: pools[pool].db }),
  };
  const jobs = modules.flatMap((module) => module.jobs ?? []);
  const running: RunningJobs = {
    worker,
    scheduler: await startScheduler(
      worker.createCtx("prices", "scheduler"),
      jobs.filter(isScheduled).map((job) => toScheduledRun(job, worker)),
    ),
    lanes: await startLanes(jobs, worker),
  };
  const stopListening = await Promise.all([
    wakeOnNotification(dispatcher),
    listen("lane", (name) => wakeByName(running, name)),
    ...jobs.flatMap((job) =>
      Object.entries(job.wakeOn ?? {}).map(([channel, rule]) =>
        listen(channel as Channel, createWakeHandler(running, job, rule)),
      ),
    ),
  ]);
  return {
    async stop() {
      for (const stop of stopListening) stop();
      await Promise.all(
        [dispatcher, running.scheduler, ...running.lanes.values()].map((part) => part.stop()),
      );
      await pools.closeAll();
    },
  };
}

interface RunningJobs {
  worker: Worker;
  scheduler: Scheduler;
  lanes: ReadonlyMap<string, RunningLane>;
}

const isScheduled = (job: Job): job is ScheduledJob => "when" in job;

const createJobCtx = ({ createCtx }: Worker, { pool, actor, name }: Job): Ctx =>
  createCtx(pool, actor ?? name);

const toScheduledRun = (job: ScheduledJob, worker: Worker) => ({
  ...job,
  work: async () => (await job.run(createJobCtx(worker, job), worker)) ?? undefined,
});

async function startLanes(jobs: readonly Job[], worker: Worker): Promise<Map<string, RunningLane>> {
  const queues = jobs.filter((job): job is QueueJob => !isScheduled(job));
  const start = async (job: QueueJob) =>
    [job.name, await job.start(createJobCtx(worker, job), worker)] as const;
  return new Map(await Promise.all(queues.map(start)));
}

/** @param name every job unless given */
function wakeByName({ scheduler, lanes }: RunningJobs, name: string): void {
  if (name === "") for (const lane of [scheduler, ...lanes.values()]) lane.wake();
  else if (lanes.has(name)) lanes.get(name)?.wake();
  else scheduler.runSoon(name);
}

function createWakeHandler(
  { worker, scheduler, lanes }: RunningJobs,
  job: Job,
  { for: isFor = () => true, delayMs, prepare }: WakeRule,
): (payload: string) => void {
  const wake = () => {
    if (isScheduled(job)) scheduler.runSoon(job.name, delayMs);
    else lanes.get(job.name)?.wake();
  };
  const payloads = new Set<string>();
  const prepareAll = coalesceCalls(async () => {
    const all = payloads.has("") ? [""] : [...payloads];
    payloads.clear();
    for (const payload of all) await prepare?.(createJobCtx(worker, job), payload);
    wake();
  });
  return (payload) => {
    if (!isFor(payload)) return;
    if (!prepare) return wake();
    payloads.add(payload);
    prepareAll();
  };
}

function openPools() {
  const url = env().DATABASE_URL;
  const pools = Object.fromEntries(
    Object.entries(POOL_SIZES).map(([name, max]) => [name, connect(url, max)]),
  ) as Record<PoolName, Database>;
  return {
    ...pools,
    async closeAll() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}
