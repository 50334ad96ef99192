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
  await at.system.db.execute(sql`
    with shop as (insert into shops (reseller_id, slug, name, hue, state) select min(id), 'shop', 'Shop', 1, 'open' from resellers returning *)
    insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume, validity,
      price, placed_at, pay_by, delivery_ref)
    select 'shop-order', id, reseller_id, 'o', 'o', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days', 1, now() - interval '90 days', now(), 'o' from shop`);
  const worker = await startWorker();
  const counted = () => at.system.db.execute(sql`select from report_days where open = 0`);
  await vi.waitUntil(async () => (await counted()).length >= 89, { timeout: PATIENCE_MS });
  expect(await at.system.db.execute(sql`select from report_plans`)).not.toHaveLength(0);
  const countedOfShops = () => at.system.db.execute(sql`select from report_shop_days`);
  await vi.waitUntil(async () => (await countedOfShops()).length >= 89, { timeout: PATIENCE_MS });
  await worker.stop();
});
