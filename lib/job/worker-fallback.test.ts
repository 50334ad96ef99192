import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { modules } from "#lib/modules";
import { addAlertRecipient } from "#lib/monitoring/alert/recipients";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { startHeartbeat } from "./heartbeat.ts";
import { detectAlertsWithoutWorker, startWorkerFallback } from "./worker-fallback.ts";

const alertKinds: string[] = [];
const server = createServer(async (request, response) => {
  alertKinds.push(JSON.parse(await text(request)).data.kind);
  response.writeHead(200).end();
});

await once(server.listen(0, "127.0.0.1"), "listening");
const at = await openScene({ WEBHOOK_ALLOW_PRIVATE: "1" });
const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
await addAlertRecipient(
  await at.admin(),
  {
    channel: "webhook",
    target,
    kinds: ["worker"],
    reason: "for the test",
  },
  modules,
);
beforeEach(() => at.system.db.execute(sql`truncate processes, alerts cascade`));
afterAll(async () => {
  server.close();
});

test("alerts of a missing worker from a process that serves pages only", async () => {
  const web = await startHeartbeat(at.system, ["web"]);
  onTestFinished(() => web.stop());
  const standIn = startWorkerFallback(at.system, modules, 10);
  await vi.waitUntil(
    async () => {
      await at.system.db.execute(sql`update alerts set began_at = now() - interval '1 minute'`);
      return alertKinds.length > 0;
    },
    { timeout: TEST_TIMEOUT_MS },
  );
  await standIn.stop();
  await web.stop();
  expect(alertKinds).toEqual(["worker"]);
});

test("leaves alerts to a worker while one runs", async () => {
  const [web, worker] = [
    await startHeartbeat(at.system, ["web"]),
    await startHeartbeat(at.system, ["web", "worker"]),
  ];
  onTestFinished(async () => {
    await Promise.all([web.stop(), worker.stop()]);
  });
  await at.system.db.execute(sql`update dispatcher set stopped = true`);
  expect(await detectAlertsWithoutWorker(at.system, modules)).toBe(false);
  expect(await at.system.db.execute(sql`select from alerts`)).toHaveLength(0);
  await worker.stop();
  expect(await detectAlertsWithoutWorker(at.system, modules)).toBe(true);
  expect(await at.system.db.execute(sql`select from alerts`)).toHaveLength(2);
  await web.stop();
});
