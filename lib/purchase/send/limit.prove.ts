import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "#db/listen";
import { type Scene, scene } from "#lib/testing/scene";
import { busiest } from "#sandbox/judge";
import { place } from "../place/place.ts";
import { type Dispatcher, dispatch } from "./dispatch.ts";

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
    await place(ctx, { ref: `r${n}`, phone: "08031234567", channel: "bulk", again: true, ...at.offered() });
  }
  running = [1, 2, 3].map(() => dispatch(at.system));
  await at.sandbox.waitForPurchases(34);
  const most = busiest(await at.sandbox.log());
  expect(most).toBeLessThanOrEqual(30);
  expect(most).toBeGreaterThan(20);
});
