import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { addReceiver } from "#lib/report/alert/receivers";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { heartbeat } from "./heartbeat.ts";
import { lookWithoutWorker, standInForWorker } from "./stand-in.ts";

let at: Scene;
const told: string[] = [];
const server = createServer(async (request, response) => {
  told.push(JSON.parse(await text(request)).data.kind);
  response.writeHead(200).end();
});

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  at = await scene({ WEBHOOK_ALLOW_PRIVATE: "1" });
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await addReceiver(await at.admin(), { way: "webhook", target, kinds: ["worker"], reason: "for the test" });
});
beforeEach(() => at.system.db.execute(sql`truncate processes, alerts cascade`));
afterAll(async () => {
  server.close();
  await at.close();
});

test("tells that no worker runs from a process that serves pages alone", async () => {
  const web = await heartbeat(at.system, ["web"]);
  onTestFinished(() => web.stop());
  const standIn = standInForWorker(at.system, 10);
  await vi.waitUntil(
    async () => {
      await at.system.db.execute(sql`update alerts set began_at = now() - interval '1 minute'`);
      return told.length > 0;
    },
    { timeout: PATIENCE_MS },
  );
  await standIn.stop();
  await web.stop();
  expect(told).toEqual(["worker"]);
});

test("leaves alerts to a worker while one runs", async () => {
  const [web, worker] = [await heartbeat(at.system, ["web"]), await heartbeat(at.system, ["web", "worker"])];
  onTestFinished(async () => {
    await Promise.all([web.stop(), worker.stop()]);
  });
  await at.system.db.execute(sql`update dispatcher set stopped = true`);
  expect(await lookWithoutWorker(at.system)).toBe(false);
  expect(await at.system.db.execute(sql`select from alerts`)).toHaveLength(0);
  await worker.stop();
  expect(await lookWithoutWorker(at.system)).toBe(true);
  expect(await at.system.db.execute(sql`select from alerts`)).toHaveLength(2);
  await web.stop();
});
