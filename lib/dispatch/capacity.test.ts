import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { getMainSupplier } from "#lib/supplier/supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { getCapacity } from "./capacity.ts";
import { type Dispatcher, runDispatcher } from "./dispatcher.ts";

const at = await openScene({ UPSTREAM_IN_FLIGHT: "60", UPSTREAM_TIMEOUT_MS: "120000" });
let ctx: Ctx;
let running: Dispatcher | undefined;
let refs = 0;

({ ctx } = await at.reseller("affiliate", 100_000_000n));
await listen("purchase", () => running?.wake());
beforeEach(() => {
  running = runDispatcher(at.system);
});
afterEach(async () => {
  await at.sandbox.clearFaults();
  await at.sandbox.release();
  await running?.stop();
});

async function buy(): Promise<string> {
  refs += 1;
  const input = {
    ref: `r${refs}`,
    phone: "08031234567",
    channel: "batch" as const,
    again: true,
    ...at.offered(),
  };
  return (await placePurchase(ctx, input)).purchase.ident;
}

const countReceived = async () => (await at.sandbox.purchases()).length;

test("sends the next purchases while responses are slow, and leaves buyers a database connection", async () => {
  await at.sandbox.order("hold-after", { times: 15 });
  for (let n = 0; n < 15; n++) await buy();
  await at.sandbox.waitForPurchases(15, { until: "held", timeoutMs: TEST_TIMEOUT_MS });
  const ident = await buy();
  expect((await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS)).state).toBe("successful");
});

test("limits a silent upstream to a third of the capacity until it responds", async () => {
  const { sinceResponse } = getCapacity(getMainSupplier());
  expect(sinceResponse).toBe(20);
  const before = await countReceived();
  await at.sandbox.order("hold-after", { times: sinceResponse });
  for (let n = 0; n < sinceResponse; n++) await buy();
  await at.sandbox.waitForPurchases(sinceResponse, { until: "held", timeoutMs: TEST_TIMEOUT_MS });
  const waits = await buy();
  // Overdue purchases are looked for once a second: when the second attempt is given up, the loop has looked again.
  for (let n = 0; n < 2; n++) {
    const late = await buy();
    await at.system.db.execute(sql`update purchases set deadline_at = now() where ident = ${late}`);
    expect(await waitUntilSettled(ctx, late, TEST_TIMEOUT_MS)).toMatchObject({
      state: "failed",
      cancelled: true,
    });
  }
  expect(await countReceived()).toBe(before + sinceResponse);
  await at.sandbox.release();
  expect((await waitUntilSettled(ctx, waits, TEST_TIMEOUT_MS)).state).toBe("successful");
});
