import type { RequestListener } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { ValueType } from "@opentelemetry/api";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { sql } from "drizzle-orm";
import { getDatabase } from "#db/client";
import { countDroppedRequests } from "#lib/api/request-log/request-log";
import { getBound } from "#lib/core/bounds";
import type { Ctx } from "#lib/core/context";
import type { GaugeSample } from "#lib/core/gauge";
import { log } from "#lib/core/log";
import type { Module } from "#lib/core/module";
import { waitAtMost } from "#lib/core/time/wait-at-most";
import { listGauges, readGauges } from "#lib/monitoring/gauges";
import { getUpstreamVariables } from "#lib/upstream/variables";
import { timeRequests } from "./time-requests.ts";

/** Results of the database are cached for this long and shared by all scrapers. */
const CACHE_MS = 15_000;

/** Measures this process and, on any of them, the whole portal, in Prometheus' text format. */
export function startMetrics(
  ctx: Ctx,
  modules: readonly Module[],
): { answer: RequestListener; stop(): Promise<void> } {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({ readers: [exporter] });
  const meter = provider.getMeter("portal");
  measurePortal(ctx, modules, meter);
  measureProcess(meter);
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { description, ...BUCKETS });
  const stopTiming = timeRequests({
    served: seconds("portal_http_request_seconds", "Requests to this process, until their answer's end"),
    requested: seconds(
      "portal_upstream_request_seconds",
      "Requests to the upstream, until its answer begins",
    ),
    upstream: new URL(getUpstreamVariables().UPSTREAM_BASE_URL).host,
  });
  return {
    answer: (request, response) => exporter.getMetricsRequestHandler(request, response),
    async stop() {
      stopTiming();
      await provider.shutdown();
    },
  };
}

const BUCKETS = {
  advice: {
    explicitBucketBoundaries: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 200],
  },
};

const LOOP_SAMPLE_INTERVAL_MS = 10;

type Meter = ReturnType<MeterProvider["getMeter"]>;

/** Measures the whole portal. While the database does not respond, only `portal_database_up` is reported. */
function measurePortal(ctx: Ctx, modules: readonly Module[], meter: Meter): void {
  const up = meter.createObservableGauge("portal_database_up", {
    description: "1 while the database responds to the queries of these metrics",
  });
  const took = meter.createObservableGauge("portal_gauges_seconds", {
    description: "Time of the database for these gauges",
  });
  const gauges = new Map(
    Object.entries(listGauges(modules)).map(([name, description]) => [
      name,
      meter.createObservableGauge(name, { description }),
    ]),
  );
  let last:
    | { at: number; result: Promise<{ samples: GaugeSample[]; tookMs: number } | undefined> }
    | undefined;
  const read = async () => {
    const began = performance.now();
    try {
      const samples = await waitAtMost(getBound("gauges"), readGauges(ctx, modules), "no answer came");
      return { samples, tookMs: performance.now() - began };
    } catch (error) {
      log.warn("metrics.failed", { error });
      return undefined;
    }
  };
  meter.addBatchObservableCallback(
    async (result) => {
      if (!last || performance.now() - last.at > CACHE_MS) last = { at: performance.now(), result: read() };
      const reading = await last.result;
      if (!reading) last = undefined;
      result.observe(up, reading ? 1 : 0);
      if (reading) result.observe(took, reading.tookMs / 1_000);
      for (const { name, labels, value } of reading?.samples ?? []) {
        const gauge = gauges.get(name);
        if (gauge) result.observe(gauge, value, labels);
      }
    },
    [up, took, ...gauges.values()],
  );
}

/** Measures this process: memory, processor time, and the waiting times of its work and its statements. */
function measureProcess(meter: Meter): void {
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });
  const memory = gauge("process_resident_memory_bytes", "Memory of this process");
  const heap = gauge("nodejs_heap_used_bytes", "Heap memory in use, part of that");
  const started = gauge("process_start_time_seconds", "When this process started");
  const delay = gauge(
    "portal_event_loop_delay_seconds",
    "Delay of this process's timers since the last scrape: the maximum of this share of them",
  );
  const pool = gauge(
    "portal_pool_wait_seconds",
    "Time of a statement on this process's own pool, with the wait for a connection",
  );
  const cpu = meter.createObservableCounter("process_cpu_seconds", {
    description: "Processor time of this process",
    valueType: ValueType.DOUBLE,
  });
  const dropped = meter.createObservableCounter("portal_request_log_dropped", {
    description:
      "API requests that this process didn't log: the database was slow, or their sender sent too many",
  });
  const startedAt = Date.now() / 1_000 - process.uptime();
  const loop = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_INTERVAL_MS });
  loop.enable();
  meter.addBatchObservableCallback(
    async (result) => {
      const { rss, heapUsed } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      result.observe(memory, rss);
      result.observe(heap, heapUsed);
      result.observe(started, startedAt);
      result.observe(cpu, (user + system) / 1e6);
      result.observe(dropped, countDroppedRequests());
      if (loop.count > 0) {
        for (const share of [50, 99, 100]) {
          const late = Math.max(0, loop.percentile(share) / 1e6 - LOOP_SAMPLE_INTERVAL_MS) / 1_000;
          result.observe(delay, late, { share: String(share / 100) });
        }
      }
      loop.reset();
      const began = performance.now();
      // A pool without a free connection rejects a statement after five seconds: that is the waiting time.
      await getDatabase()
        .db.execute(sql`select 1`)
        .catch(() => {});
      result.observe(pool, (performance.now() - began) / 1_000);
    },
    [memory, heap, started, cpu, dropped, delay, pool],
  );
}
