import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { seedLedger } from "#bench/support/seed";
import { getDatabase } from "#db/client";
import { modules } from "#lib/modules";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { startWorker } from "./start-worker.ts";

const at = await openScene();

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
