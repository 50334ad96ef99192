import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "#db/listen";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { type Scene, scene } from "#lib/testing/scene";
import { maxPurchasesInWindow } from "#sandbox/outcome-checks";
import { type Dispatcher, runDispatcher } from "./dispatcher.ts";

let at: Scene;
let running: Dispatcher[] = [];
beforeAll(async () => {
  at = await scene({ UPSTREAM_PURCHASES_PER_MINUTE: "30" });
  await listen("purchase", () => {
    for (const loop of running) loop.wake();
  });
});
afterAll(async () => {
  await Promise.all(running.map((loop) => loop.stop()));
  await at.close();
});

test("three loops together never send more than 30 in any minute, by the upstream's own clock", async () => {
  const { ctx } = await at.reseller("affiliate", 50_000_000n);
  for (let n = 0; n < 34; n++) {
    await placePurchase(ctx, {
      ref: `r${n}`,
      phone: "08031234567",
      channel: "bulk",
      again: true,
      ...at.offered(),
    });
  }
  running = [1, 2, 3].map(() => runDispatcher(at.system));
  await at.sandbox.waitForPurchases(34);
  const most = maxPurchasesInWindow(await at.sandbox.log());
  expect(most).toBeLessThanOrEqual(30);
  expect(most).toBeGreaterThan(20);
});
