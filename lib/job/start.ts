import { Logger, type Runner, run, type TaskList } from "graphile-worker";
import { database } from "#db/client";
import { listen } from "#db/listen";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { dispatch } from "#lib/purchase/dispatch";
import { reconcile } from "#lib/reconcile/reconcile";
import { sweepOrders } from "#lib/store/sweep-orders";

/** Background work that may be retried. What must happen once, the sending of purchases, is no task. */
const tasks: TaskList = {
  "catalogue:sync": async () => {
    await sync(systemCtx("catalogue"));
  },
  "purchase:reconcile": async () => {
    await reconcile(systemCtx("reconcile"));
  },
  "store:sweep": async () => {
    await sweepOrders(systemCtx("store"));
  },
};

/** When tasks run by themselves: minute, hour, day, month, weekday. */
const crontab = [
  "* * * * * catalogue:sync ?max=1&jobKey=catalogue:sync",
  "* * * * * purchase:reconcile ?max=1&jobKey=purchase:reconcile",
  "* * * * * store:sweep ?max=1&jobKey=store:sweep",
].join("\n");

/** Starts the process's background work: the sending of purchases, and the tasks. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const dispatcher = dispatch(systemCtx("dispatch"));
  const runner = await startTasks();
  const [unlistenPurchases, unlistenDispatcher] = await Promise.all([
    listen("purchase", (payload) => {
      if (payload === "" || payload.endsWith(" queued")) dispatcher.wake();
      if (payload.endsWith(" successful") || payload.endsWith(" failed")) reconcileSoon(runner);
    }),
    listen("dispatcher", dispatcher.wake),
  ]);
  return {
    async stop() {
      unlistenPurchases();
      unlistenDispatcher();
      await Promise.all([dispatcher.stop(), runner.stop()]);
    },
  };
}

async function startTasks(): Promise<Runner> {
  const runner = await run({
    connectionString: env().DATABASE_URL,
    taskList: tasks,
    crontab,
    concurrency: 2,
    maxPoolSize: 4,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      if (level === "error" || level === "warning") log.warn("job", { message, error: meta?.error });
    }),
  });
  await runner.addJob("catalogue:sync", {}, { jobKey: "catalogue:sync", maxAttempts: 1 });
  return runner;
}

/** A definite answer may prove what became of others; many at once are looked at once. */
function reconcileSoon(runner: Runner): void {
  const when = {
    jobKey: "purchase:reconcile",
    jobKeyMode: "preserve_run_at",
    runAt: new Date(Date.now() + 5_000),
  } as const;
  runner
    .addJob("purchase:reconcile", {}, { ...when, maxAttempts: 1 })
    .catch((error: unknown) => log.warn("job.reconcile_not_added", { error }));
}

function systemCtx(name: string): Ctx {
  return { actor: { kind: "system", name }, db: database().db };
}
