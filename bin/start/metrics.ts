import type { RequestListener } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { ValueType } from "@opentelemetry/api";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { sql } from "drizzle-orm";
import { database } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { GAUGES, gauges, type Sample } from "#lib/report/gauges";
import { timeRequests } from "./time-requests.ts";

/** What the database is asked for is this old at most, in ms, and asked for once, however many scrapers there are. */
const HOLDS_MS = 15_000;
/** Nothing is waited for longer: a scraper gives up as well. */
const GIVES_UP_MS = 5_000;

function within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  const late = pause(ms, undefined, { ref: false }).then(() => Promise.reject(new Error("no answer came")));
  return Promise.race([work, late]);
}

/** Measures this process and, for whoever asks any process, the whole portal; answers in Prometheus' text format. */
export function startMetrics(ctx: Ctx): { answer: RequestListener; stop(): Promise<void> } {
  const exporter = new PrometheusExporter({
    ...{ preventServerStart: true, withoutScopeInfo: true, withoutTargetInfo: true },
  });
  const provider = new MeterProvider({ readers: [exporter] });
  const meter = provider.getMeter("portal");
  measurePortal(ctx, meter);
  measureProcess(meter);
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { description, ...BUCKETS });
  const stopTiming = timeRequests({
    served: seconds("portal_http_request_seconds", "Requests to this process, until their answer's end"),
    asked: seconds("portal_upstream_request_seconds", "Requests to the upstream, until its answer begins"),
    upstream: new URL(env().UPSTREAM_BASE_URL).host,
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

const LOOP_EVERY_MS = 10;

type Meter = ReturnType<MeterProvider["getMeter"]>;

/** The whole portal's gauges. While the database does not answer, `portal_database_up` alone says so. */
function measurePortal(ctx: Ctx, meter: Meter): void {
  const up = meter.createObservableGauge("portal_database_up", {
    description: "1 while the database answers what is asked here",
  });
  const took = meter.createObservableGauge("portal_gauges_seconds", {
    description: "How long the database took for these gauges",
  });
  const known = new Map(
    Object.entries(GAUGES).map(([name, description]) => [
      name,
      meter.createObservableGauge(name, { description }),
    ]),
  );
  let last: { at: number; found: Promise<{ samples: Sample[]; tookMs: number } | undefined> } | undefined;
  const look = async () => {
    const began = performance.now();
    try {
      const samples = await within(GIVES_UP_MS, gauges(ctx));
      return { samples, tookMs: performance.now() - began };
    } catch (error) {
      log.warn("metrics.failed", { error });
      return undefined;
    }
  };
  meter.addBatchObservableCallback(
    async (result) => {
      if (!last || performance.now() - last.at > HOLDS_MS) last = { at: performance.now(), found: look() };
      const found = await last.found;
      if (!found) last = undefined;
      result.observe(up, found ? 1 : 0);
      if (found) result.observe(took, found.tookMs / 1_000);
      for (const { name, labels, value } of found?.samples ?? []) {
        const gauge = known.get(name);
        if (gauge) result.observe(gauge, value, labels);
      }
    },
    [up, took, ...known.values()],
  );
}

/** This process: its memory, its processor time, how long its work and its statements wait for their turn. */
function measureProcess(meter: Meter): void {
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });
  const memory = gauge("process_resident_memory_bytes", "Memory of this process");
  const heap = gauge("nodejs_heap_used_bytes", "Of that, what its program holds");
  const started = gauge("process_start_time_seconds", "When this process started");
  const delay = gauge(
    "portal_event_loop_delay_seconds",
    "How late timers of this process were since the last look: this share of them at most",
  );
  const pool = gauge(
    "portal_pool_wait_seconds",
    "How long a statement takes on this process's own pool, its turn included",
  );
  const cpu = meter.createObservableCounter("process_cpu_seconds", {
    ...{ description: "Processor time of this process", valueType: ValueType.DOUBLE },
  });
  const startedAt = Date.now() / 1_000 - process.uptime();
  const loop = monitorEventLoopDelay({ resolution: LOOP_EVERY_MS });
  loop.enable();
  meter.addBatchObservableCallback(
    async (result) => {
      const { rss, heapUsed } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      result.observe(memory, rss);
      result.observe(heap, heapUsed);
      result.observe(started, startedAt);
      result.observe(cpu, (user + system) / 1e6);
      if (loop.count > 0) {
        for (const share of [50, 99, 100]) {
          const late = Math.max(0, loop.percentile(share) / 1e6 - LOOP_EVERY_MS) / 1_000;
          result.observe(delay, late, { share: String(share / 100) });
        }
      }
      loop.reset();
      const began = performance.now();
      // A pool without a free connection refuses after five seconds: that is as long as it was waited for.
      await database()
        .db.execute(sql`select 1`)
        .catch(() => {});
      result.observe(pool, (performance.now() - began) / 1_000);
    },
    [memory, heap, started, cpu, delay, pool],
  );
}
