import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "#db/listen";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { addTestSupplier, type TestSupplier } from "#lib/supplier/testing/test-supplier";
import { type Scene, scene } from "#lib/testing/scene";
import { maxPurchasesInWindow } from "#sandbox/outcome-checks";
import { type Dispatcher, runDispatcher } from "./dispatcher.ts";

const PER_MINUTE = 30;
let at: Scene;
let suppliers: TestSupplier[];
let running: Dispatcher[] = [];
beforeAll(async () => {
  at = await scene({ UPSTREAM_PURCHASES_PER_MINUTE: String(PER_MINUTE) });
  const { planId, networkId } = at.offered();
  const cost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
  const routes = [{ planId, networkId, cost }];
  suppliers = [
    await addTestSupplier(at.system, { perMinute: PER_MINUTE, routes }),
    await addTestSupplier(at.system, { perMinute: PER_MINUTE, routes }),
  ];
  await listen("purchase", () => {
    for (const loop of running) loop.wake();
  });
});
afterAll(async () => {
  await Promise.all(running.map((loop) => loop.stop()));
  await Promise.all(suppliers.map((supplier) => supplier.close()));
  await at.close();
});

test.each([1, 2, 3])(
  "three loops together never send more than 30 in any minute to each of %i suppliers, by the upstreams’ own clocks",
  async (count) => {
    await Promise.all(running.map((loop) => loop.stop()));
    const enabled = suppliers.slice(0, count - 1).map(({ id }) => id);
    await at.system.db.execute(
      sql`update suppliers set enabled = id = any (${sql`array[1, ${sql.join([0, ...enabled], sql`, `)}]`})`,
    );
    const sandboxes = [at.sandbox, ...suppliers.slice(0, count - 1).map(({ control }) => control)];
    for (const sandbox of sandboxes) {
      await sandbox.reset();
      await sandbox.settings({ purchasesPerMinute: 1_000_000 });
    }
    const { ctx } = await at.reseller("affiliate", 50_000_000n);
    const wanted = 34 * count;
    for (let n = 0; n < wanted; n++)
      await placePurchase(ctx, {
        ref: `r${count}-${n}`,
        phone: "08031234567",
        channel: "batch",
        again: true,
        ...at.offered(),
      });
    running = [1, 2, 3].map(() => runDispatcher(at.system));
    const readLogs = () => Promise.all(sandboxes.map((sandbox) => sandbox.purchases()));
    await expect
      .poll(async () => (await readLogs()).flat().length, { timeout: 180_000 })
      .toBeGreaterThanOrEqual(wanted);
    const logs = await readLogs();
    for (const log of logs) expect(maxPurchasesInWindow(log)).toBeLessThanOrEqual(PER_MINUTE);
    const most = maxPurchasesInWindow(logs.flat());
    console.log(`${count} suppliers: ${most} a minute`);
    // The slots' slack takes a thirtieth of the limit.
    expect(most).toBeGreaterThan(28 * count);
  },
);
