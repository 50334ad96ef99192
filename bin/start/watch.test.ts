import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { database } from "#db/client";
import { testDatabase } from "#db/testing";
import { openDoor } from "#db/testing/door";
import { laneRecord } from "#lib/core/lane-record";
import { heartbeat } from "#lib/job/heartbeat";
import { place } from "#lib/purchase/place/place";
import { whenSettled } from "#lib/purchase/read/watch";
import { dispatch } from "#lib/purchase/send/dispatch";
import { GAUGES } from "#lib/report/gauges";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { checkBooks } from "#lib/upkeep/upkeep";
import { ROOT } from "../root.ts";
import { answerProbe } from "./answer-probe.ts";
import { startMetrics } from "./metrics.ts";
import { watch } from "./readiness.ts";
import { startWatchServer } from "./watch-server.ts";

const TOKEN = "token-of-whoever-scrapes";
let at: Scene;
beforeAll(async () => {
  at = await scene({ METRICS_PORT: "0", METRICS_TOKEN: TOKEN });
});
afterAll(async () => {
  await database().close();
  await at.close();
});

test("ready says in one word why not: the database is away, lacks its schema, or the process ends", async () => {
  let away = false;
  const own = await testDatabase();
  const door = await openDoor(own.url, () => !away);
  const watching = watch(door.url);
  const server = createServer((request, response) => answerProbe(request, response, watching.readiness));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path = "/api/ready", method = "GET") => {
    const response = await fetch(url + path, { method });
    return [response.status, (await response.text()).trim()];
  };
  expect(await ask()).toEqual([200, "ready"]);
  expect(await ask("/api/ready?x=1", "HEAD")).toEqual([200, ""]);
  expect(await ask("/api/ready", "POST")).toEqual([405, ""]);
  const [newest] = await own.sql`
    delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *`;
  await expect.poll(() => ask()).toEqual([503, "schema"]);
  await own.sql`insert into drizzle.__drizzle_migrations ${own.sql(newest ?? {})}`;
  await expect.poll(() => ask()).toEqual([200, "ready"]);
  away = true;
  await expect.poll(() => ask()).toEqual([503, "database"]);
  away = false;
  await expect.poll(() => ask()).toEqual([200, "ready"]);
  watching.stopping();
  expect(await ask()).toEqual([503, "stopping"]);
  expect(await ask("/api/live")).toEqual([200, "live"]);
  server.close();
  await watching.close();
  door.close();
  await own.close();
});

test("metrics are told to whoever has the token, in Prometheus' format, and of the whole portal", async () => {
  const { ctx } = await at.reseller();
  const watching = watch(at.url);
  process.env.DATABASE_URL = at.url;
  const metrics = startMetrics(watching.ctx);
  const { url, close } = await startWatchServer(watching, metrics.answer);
  const dispatcher = dispatch(at.system);
  const order = { ref: "one", phone: "08031234567", channel: "web" as const, again: true, ...at.offered() };
  const { purchase } = await place(ctx, order);
  await whenSettled(ctx, purchase.ident, PATIENCE_MS);
  await dispatcher.stop();
  await place(ctx, { ...order, ref: "two" });
  await at.system.db.execute(sql`update dispatcher set stopped = true`);
  await at.system.db.execute(sql`update attempts set cost = balance_after`);
  await checkBooks(at.system);
  const alive = await heartbeat(at.system, ["worker"]);
  onTestFinished(() => alive.stop());
  await laneRecord(at.system, "orders").looked();

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
  expect(value("portal_books_findings")).toBe(0);
  expect(value('portal_upstream_answers_recent{meaning="successful"}')).toBe(1);
  expect(value('portal_purchases_recent{state="successful",network="[^"]+"}')).toBe(1);
  expect(value('portal_upstream_request_seconds_count{request="purchase",status="200"}')).toBe(1);
  expect(value("portal_catalogue_age_seconds")).toBeLessThan(3_600);
  // A label "quantile" belongs to summaries alone: who checks the format refuses it on a gauge.
  expect(text).not.toMatch(/quantile=/);
  const late = (share: string) => value(`portal_event_loop_delay_seconds\\{share="${share}"\\}`);
  expect(late("1")).toBeGreaterThanOrEqual(late("0.99"));
  expect(late("0.99")).toBeGreaterThanOrEqual(late("0.5"));
  const exported = new Set([...text.matchAll(/^([a-z]\w*)/gm)].map(([, name]) => name ?? ""));
  expect(Object.keys(GAUGES).filter((name) => !exported.has(name))).toEqual([]);
  const named = (file: string) =>
    readFileSync(`${ROOT}ops/${file}`, "utf8").match(/\b(portal|process|nodejs)_\w+/g) ?? [];
  const wanted = [...named("alerts.yml"), ...named("board.json")];
  expect(wanted.length).toBeGreaterThan(40);
  expect(wanted.filter((name) => !exported.has(name))).toEqual([]);
  await alive.stop();
  close();
  await metrics.stop();
  await watching.close();
});

test("while the database is away, metrics say so and are told all the same", async () => {
  let away = false;
  const door = await openDoor(at.url, () => !away);
  const watching = watch(door.url);
  const metrics = startMetrics(watching.ctx);
  const { url, close } = await startWatchServer(watching, metrics.answer);
  away = true;
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  expect(text).toMatch(/^portal_database_up 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).not.toMatch(/^portal_sending_stopped/m);
  close();
  await metrics.stop();
  await watching.close();
  door.close();
});
