import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { getMainSupplier } from "#lib/supplier/supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { claimPurchase } from "./claim-purchase.ts";
import { runDispatcher } from "./dispatcher.ts";

const at = await openScene({ UPSTREAM_IN_FLIGHT: "1", UPSTREAM_TIMEOUT_MS: "60000" });

test("recovers abandoned and overdue purchases while the loop is at capacity", async () => {
  const { ctx } = await at.reseller();
  const buy = async (ref: string) => {
    const input = { ref, phone: "08031234567", channel: "web" as const, again: true, ...at.offered() };
    return (await placePurchase(ctx, input)).purchase.ident;
  };
  const dead = connect(at.url, 1);
  const left = await buy("left");
  await claimPurchase({ ...at.system, db: dead.db }, "dead", getMainSupplier());

  await at.sandbox.order("hold-before");
  const busy = await buy("busy");
  const loop = runDispatcher(at.system);
  await at.sandbox.waitForPurchase({ ref: busy }, { until: "held" });
  const late = await buy("late");
  await at.system.db.execute(sql`update purchases set deadline_at = now() where ident = ${late}`);
  await dead.close();

  expect(await waitUntilSettled(ctx, left, TEST_TIMEOUT_MS)).toMatchObject({ state: "unconfirmed" });
  expect(await waitUntilSettled(ctx, late, TEST_TIMEOUT_MS)).toMatchObject({ state: "failed" });
  expect(await at.sandbox.purchases()).toHaveLength(1);
  await at.sandbox.release();
  await loop.stop();
  expect(await waitUntilSettled(ctx, busy, TEST_TIMEOUT_MS)).toMatchObject({ state: "successful" });
});
