import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { seedLedger } from "#bench/support/seed";
import { getDatabase } from "#db/client";
import { modules } from "#lib/modules";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { type Scene, scene } from "#lib/testing/scene";
import { startWorker } from "./start-worker.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(async () => {
  await getDatabase().close();
  await at.close();
});

test("sums all past days when a process starts", async () => {
  await seedLedger(getDatabase().sql, { resellers: 2, purchases: 900 });
  const worker = await startWorker(modules);
  const counted = () => at.system.db.execute(sql`select from report_days where open = 0`);
  await vi.waitUntil(async () => (await counted()).length >= 89, { timeout: TEST_TIMEOUT_MS });
  expect(await at.system.db.execute(sql`select from report_plans`)).not.toHaveLength(0);
  await worker.stop();
});

test("gives each lane to one job", () => {
  const names = modules.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(30);
  expect(names).toEqual([...new Set(names)]);
});
