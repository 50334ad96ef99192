import { setTimeout as pause } from "node:timers/promises";
import { isMigrated, refuseNewer } from "#db/migrate";
import { env, rereadSecrets } from "#lib/core/env";
import { log, logConsole } from "#lib/core/log";
import { heartbeat } from "#lib/job/heartbeat";
import { standInForWorker } from "#lib/job/stand-in";
import { startWorker, systemCtx } from "#lib/job/start";
import { type Watch, watch } from "./readiness.ts";
import { startWeb } from "./start-web.ts";

/** What is in flight at a stop may take this long; an orchestrator's usual patience is 30 s. */
const STOP_WITHIN_MS = 25_000;

/** How soon a secret that was changed in its file is used. */
const REREAD_MS = 5_000;

export interface Portal {
  /** Where its pages are; undefined when this process does only background work. */
  url: string | undefined;
  /** Takes nothing new, finishes what is in flight within 25 s, and closes. */
  stop(): Promise<void>;
}

/**
 * Starts what `PORTAL_ROLES` says in this process.
 * @throws Error in words for the operator: wrong configuration, old schema, no database, port taken.
 */
export async function startPortal({ dev = false } = {}): Promise<Portal> {
  const { DATABASE_URL, PORT, PORTAL_ROLES, METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: collector } = env();
  if (!(await isMigrated(DATABASE_URL))) {
    throw new Error(
      "The database lacks the schema of this version: run `npm run migrate`, then start again.",
    );
  }
  await refuseNewer(DATABASE_URL);
  // What was sent to the upstream must not end with a promise that was left alone.
  process.on("unhandledRejection", (error) => log.error("process.unhandled", { error }));
  if (!dev) logConsole();
  const rereading = setInterval(rereadFiles, REREAD_MS);
  rereading.unref();
  const watching = watch();
  const watchers = METRICS_PORT === undefined ? undefined : await startWatchers(watching);
  const traces = collector ? (await import("./traces.ts")).startTraces(collector) : undefined;
  const web = PORTAL_ROLES.includes("web") ? await startWeb(PORT, dev, watching.readiness) : undefined;
  const worker = PORTAL_ROLES.includes("worker") ? await startWorker() : standInForWorker(systemCtx("alert"));
  const alive = await heartbeat(systemCtx("heartbeat"), PORTAL_ROLES);
  return {
    url: web?.url,
    async stop() {
      log.info("portal.stopping");
      clearInterval(rereading);
      watching.stopping();
      const done = Promise.all([worker.stop(), web?.drain(), alive.stop()]);
      await Promise.race([done, pause(STOP_WITHIN_MS, undefined, { ref: false })]);
      web?.cut();
      await watchers?.stop();
      await traces?.stop().catch((error: unknown) => log.warn("traces.not_sent", { error }));
    },
  };
}

/** Takes secrets over that an operator has changed in their files. */
function rereadFiles(): void {
  try {
    const changed = rereadSecrets();
    if (changed.length > 0) log.info("secrets.changed", { names: changed });
  } catch (error) {
    log.error("secrets.not_read", { error });
  }
}

/** What watching needs is loaded only where somebody watches. */
async function startWatchers(watching: Watch): Promise<{ stop(): Promise<void> }> {
  const [{ startMetrics }, { startWatchServer }] = await Promise.all([
    import("./metrics.ts"),
    import("./watch-server.ts"),
  ]);
  const metrics = startMetrics(watching.ctx);
  const server = await startWatchServer(watching, metrics.answer);
  log.info("portal.watched", { url: server.url });
  return {
    async stop() {
      server.close();
      await metrics.stop();
    },
  };
}
