import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { database } from "#db/client";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { seedBooks } from "../../bench/support/seed.ts";
import { startWorker } from "./start.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(async () => {
  await database().close();
  await at.close();
});

test("a process that starts adds up the past days, however many there are", async () => {
  await seedBooks(database().sql, { resellers: 2, purchases: 900 });
  const worker = await startWorker();
  const counted = () => at.system.db.execute(sql`select from report_days where open = 0`);
  await vi.waitUntil(async () => (await counted()).length >= 89, { timeout: PATIENCE_MS });
  expect(await at.system.db.execute(sql`select from report_plans`)).not.toHaveLength(0);
  await worker.stop();
});
