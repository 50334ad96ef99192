import { setTimeout as pause } from "node:timers/promises";
import { findDatabaseProblems } from "#db/database-problems";
import { assertNotNewer, isMigrated } from "#db/migrate";
import { getBound, getTrialValue } from "#lib/core/bounds";
import { env } from "#lib/core/env";
import { log, redirectConsole } from "#lib/core/log";
import { checkVariables, reloadSecrets } from "#lib/core/variables";
import { startHeartbeat } from "#lib/job/heartbeat";
import { createSystemCtx, startWorker } from "#lib/job/start-worker";
import { startWorkerFallback } from "#lib/job/worker-fallback";
import { modules, VARIABLES } from "#lib/modules";
import { getMonitoringVariables } from "#lib/monitoring/variables";
import { checkPooler } from "./check-pooler.ts";
import { type ReadinessWatch, watchReadiness } from "./readiness.ts";
import { waitForDatabase } from "./wait-for-database.ts";

/** The maximum delay until a changed secret file is used. */
const FILE_POLL_INTERVAL_MS = 5_000;

/** The maximum wait at a stop until a proxy that requests readiness has its response. */
const MAX_HANDOVER_MS = 8_000;

/** How long a process serves after a proxy heard that it stops: others may notice it later. */
const getStopDelayMs = () => 1_000 * Number(getTrialValue("STOP_DELAY_S") ?? 3);

export interface Portal {
  /** The address of its pages; undefined when this process does only background work. */
  url: string | undefined;
  /**
   * Reports that it stops. If a proxy requests `/api/ready`, serves until its response said so, within 8 s,
   * and for three seconds more: it sends its requests elsewhere from then on. Then accepts no new work,
   * finishes the work in flight within 25 s, and closes.
   */
  stop(): Promise<void>;
}

/**
 * Starts the roles of `PORTAL_ROLES` in this process, once the database can be reached.
 * @throws Error in words for the operator: wrong configuration, no access to the database,
 * old schema, port in use.
 */
export async function startPortal({ dev = false } = {}): Promise<Portal> {
  checkVariables(VARIABLES);
  const { DATABASE_URL, PORT, PORTAL_ROLES } = env();
  const { METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: collector } = getMonitoringVariables();
  const watching = watchReadiness();
  // Before the rest, so that its probes say what the process waits for. The port of the pages opens last: a
  // proxy sends a request elsewhere as long as nothing listens there.
  const watchers = METRICS_PORT === undefined ? undefined : await startMonitoring(watching);
  await waitForDatabase(DATABASE_URL, () => checkDatabase(DATABASE_URL));
  // An unhandled rejection must not end a process whose purchase was sent to the upstream.
  process.on("unhandledRejection", (error) => log.error("process.unhandled", { error }));
  if (!dev) redirectConsole();
  const rereading = setInterval(refreshSecretFiles, FILE_POLL_INTERVAL_MS);
  rereading.unref();
  const traces = collector ? (await import("./traces.ts")).startTraces(collector) : undefined;
  const web = PORTAL_ROLES.includes("web") ? await openPages(PORT, dev, watching) : undefined;
  // Others have to know of this process before it claims.
  const alive = await startHeartbeat(createSystemCtx("heartbeat"), PORTAL_ROLES);
  const worker = PORTAL_ROLES.includes("worker")
    ? await startWorker(modules)
    : startWorkerFallback(createSystemCtx("alert"), modules);
  return {
    url: web?.url,
    async stop() {
      log.info("portal.stopping");
      clearInterval(rereading);
      if (watching.stopping() && web) {
        web.releaseConnections();
        // On a busy machine a check may take seconds to arrive.
        await Promise.race([watching.noticed, pause(MAX_HANDOVER_MS, undefined, { ref: false })]);
        await pause(getStopDelayMs());
      }
      // Until its last purchase is recorded, other processes may need what this one knows.
      const done = Promise.all([worker.stop(), web?.drain()]).then(alive.stop);
      await Promise.race([done, pause(getBound("processStop"), undefined, { ref: false })]);
      web?.cut();
      await watchers?.stop();
      await traces?.stop().catch((error: unknown) => log.warn("traces.not_sent", { error }));
    },
  };
}

async function checkDatabase(url: string): Promise<void> {
  await checkPooler(url);
  if (!(await isMigrated(url))) {
    throw new Error(
      "The database lacks the schema of this version: run `npm run migrate`, then start again.",
    );
  }
  await assertNotNewer(url);
  for (const { problem } of await findDatabaseProblems(url)) log.warn("database.problem", { problem });
}

/** Loads the framework only now, which takes seconds on a busy machine. */
async function openPages(port: number, dev: boolean, { readiness }: ReadinessWatch) {
  const { startWeb } = await import("./start-web.ts");
  return startWeb(port, dev, readiness);
}

/** Applies secrets that an operator has changed in their files. */
function refreshSecretFiles(): void {
  try {
    const changed = reloadSecrets(VARIABLES);
    if (changed.length > 0) log.info("secrets.changed", { names: changed });
  } catch (error) {
    log.error("secrets.not_read", { error });
  }
}

/** Monitoring code is loaded only where it is used. */
async function startMonitoring(watching: ReadinessWatch): Promise<{ stop(): Promise<void> }> {
  const [{ startMetrics }, { startMonitoringServer }] = await Promise.all([
    import("./metrics.ts"),
    import("./monitoring-server.ts"),
  ]);
  const metrics = startMetrics(watching.ctx, modules);
  const server = await startMonitoringServer(watching, metrics.answer);
  log.info("portal.watched", { url: server.url });
  return {
    async stop() {
      server.close();
      await metrics.stop();
    },
  };
}
