import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "#bin/root";
import { createTestDatabase } from "#db/testing";
import { openTestProxy } from "#db/testing/test-proxy";
import { createLaneRecord } from "#lib/core/lane/lane-record";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { startHeartbeat } from "#lib/job/heartbeat";
import { recordLedgerCheck } from "#lib/maintenance/maintenance-runs";
import { modules } from "#lib/modules";
import { listGauges } from "#lib/monitoring/gauges";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { reachBounds } from "#lib/testing/reach-bounds";
import { answerProbe } from "./answer-probe.ts";
import { startMetrics } from "./metrics.ts";
import { startMonitoringServer } from "./monitoring-server.ts";
import { watchReadiness } from "./readiness.ts";

const TOKEN = "token-of-the-scraper";
const at = await openScene({ HOST: "0.0.0.0", METRICS_PORT: "0", METRICS_TOKEN: TOKEN });

test("reports in one word why it isn't ready: lost or silent database, missing schema, or a stop", async () => {
  let away: boolean | "silence" = false;
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const proxy = await openTestProxy(database.url, () => (away === "silence" ? away : !away));
  onTestFinished(() => void proxy.close());
  const watching = watchReadiness(proxy.url);
  onTestFinished(() => watching.close());
  const server = createServer((request, response) => answerProbe(request, response, watching.readiness));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path = "/api/ready", method = "GET") => {
    const response = await fetch(url + path, { method });
    return [response.status, (await response.text()).trim()];
  };
  expect(await ask()).toEqual([200, "ready"]);
  expect(await ask("/api/ready?x=1", "HEAD")).toEqual([200, ""]);
  expect(await ask("/api/ready", "POST")).toEqual([405, ""]);
  const [newest] = await database.sql`
    delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *`;
  await expect.poll(() => ask()).toEqual([503, "schema"]);
  await database.sql`insert into drizzle.__drizzle_migrations ${database.sql(newest ?? {})}`;
  await expect.poll(() => ask()).toEqual([200, "ready"]);
  away = true;
  await reachBounds(() => expect.poll(() => ask()).toEqual([503, "database"]));
  away = false;
  await expect.poll(() => ask()).toEqual([200, "ready"]);
  away = "silence";
  await reachBounds(() => expect.poll(() => ask()).toEqual([503, "database"]));
  away = false;
  await expect.poll(() => ask()).toEqual([200, "ready"]);
  expect(watching.stopping()).toBe(true);
  expect(await ask()).toEqual([503, "stopping"]);
  expect(await ask("/api/live")).toEqual([200, "live"]);
});

test("serves metrics of the whole portal in Prometheus' format, with the token only", async () => {
  const { ctx } = await at.reseller();
  const watching = watchReadiness(at.url);
  onTestFinished(() => watching.close());
  process.env.DATABASE_URL = at.url;
  const metrics = startMetrics(watching.ctx, modules);
  onTestFinished(() => metrics.stop());
  const { url, close } = await startMonitoringServer(watching, metrics.answer);
  onTestFinished(() => close());
  // Without a token it would be an address of this machine.
  expect(url).toMatch(/^http:\/\/0\.0\.0\.0:/);
  const dispatcher = runDispatcher(at.system);
  const order = { ref: "one", phone: "08031234567", channel: "web" as const, again: true, ...at.offered() };
  const { purchase } = await placePurchase(ctx, order);
  await waitUntilSettled(ctx, purchase.ident, TEST_TIMEOUT_MS);
  await dispatcher.stop();
  await placePurchase(ctx, { ...order, ref: "two" });
  await at.system.db.execute(sql`update dispatcher set stopped = true`);
  await at.system.db.execute(sql`update attempts set cost = balance_after`);
  await recordLedgerCheck(at.system);
  const alive = await startHeartbeat(at.system, ["worker"]);
  onTestFinished(() => alive.stop());
  await createLaneRecord(at.system, "orders").looked();

  const ask = (path: string, token?: string) =>
    fetch(url + path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  expect((await ask("/metrics")).status).toBe(401);
  expect((await ask("/metrics", `${TOKEN}x`)).status).toBe(401);
  expect((await ask("/api/ready")).status).toBe(200);
  expect((await ask("/", TOKEN)).status).toBe(404);
  const text = await (await ask("/metrics", TOKEN)).text();
  for (const line of text.trim().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE|UNIT) \w+ .+|[a-z]\w*(\{\w+="[^"]*"(,\w+="[^"]*")*\})? \S+)$/);
  const value = (sample: string) => Number(text.match(new RegExp(`^${sample} (\\S+)$`, "m"))?.[1]);
  expect(value("portal_sending_stopped")).toBe(1);
  expect(value("portal_database_up")).toBe(1);
  expect(value("portal_ledger_findings")).toBe(0);
  expect(value('portal_upstream_answers_recent{result="successful"}')).toBe(1);
  expect(value('portal_purchases_recent{state="successful",network="[^"]+"}')).toBe(1);
  expect(value('portal_upstream_request_seconds_count{request="purchase",status="200"}')).toBe(1);
  expect(value("portal_catalogue_age_seconds")).toBeLessThan(3_600);
  // A label "quantile" belongs to summaries alone: format checkers reject it on a gauge.
  expect(text).not.toMatch(/quantile=/);
  const late = (share: string) => value(`portal_event_loop_delay_seconds\\{share="${share}"\\}`);
  expect(late("1")).toBeGreaterThanOrEqual(late("0.99"));
  expect(late("0.99")).toBeGreaterThanOrEqual(late("0.5"));
  const exported = new Set([...text.matchAll(/^([a-z]\w*)/gm)].map(([, name]) => name ?? ""));
  expect(Object.keys(listGauges(modules)).filter((name) => !exported.has(name))).toEqual([]);
  const named = (file: string) =>
    readFileSync(`${ROOT}ops/${file}`, "utf8").match(/\b(portal|process|nodejs)_\w+/g) ?? [];
  const wanted = [...named("alerts.yml"), ...named("board.json")];
  expect(wanted.length).toBeGreaterThan(40);
  expect(wanted.filter((name) => !exported.has(name))).toEqual([]);
});

test("serves metrics without the database, and reports it as down", async () => {
  let away = false;
  const proxy = await openTestProxy(at.url, () => !away);
  onTestFinished(() => void proxy.close());
  const watching = watchReadiness(proxy.url);
  onTestFinished(() => watching.close());
  const metrics = startMetrics(watching.ctx, modules);
  onTestFinished(() => metrics.stop());
  const { url, close } = await startMonitoringServer(watching, metrics.answer);
  onTestFinished(() => close());
  away = true;
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const text = await reachBounds(async () => (await fetch(`${url}/metrics`, { headers })).text());
  expect(text).toMatch(/^portal_database_up 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).not.toMatch(/^portal_sending_stopped/m);
});
