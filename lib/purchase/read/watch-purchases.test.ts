import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { runUntilSettled, waitUntilSettled, watchOwnPurchases } from "./watch-purchases.ts";

const at = await openScene();
let ctx: Ctx;
({ ctx } = await at.reseller());

const buy = () =>
  placePurchase(ctx, {
    ref: crypto.randomUUID(),
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(),
  });

const fail = (purchaseId: number) =>
  settlePurchase(at.system, { purchaseId, from: ["queued"], to: "failed", by: "deadline", outcome: null });

test("returns a result that arrived before the wait began", async () => {
  const begin = async () => {
    const placed = await buy();
    const notified = Promise.withResolvers<void>();
    const stop = await watchOwnPurchases(ctx, ({ state }) => state === "failed" && notified.resolve());
    await fail(placed.purchase.id);
    await notified.promise;
    stop();
    return placed;
  };
  expect((await runUntilSettled(ctx, begin, TEST_TIMEOUT_MS)).purchase.state).toBe("failed");
});

test("keeps waiting when the connection for notifications is lost and returns", async () => {
  const { purchase } = await buy();
  const outcome = waitUntilSettled(ctx, purchase.ident, TEST_TIMEOUT_MS);
  const back = Promise.withResolvers<void>();
  const stop = await watchOwnPurchases(ctx, ({ ident }) => ident === "" && back.resolve());
  await at.system.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portal-listen' and datname = current_database()`);
  await back.promise;
  stop();
  await fail(purchase.id);
  expect(await outcome).toMatchObject({ state: "failed" });
});

test("returns the placed purchase when the database stays unreachable", async () => {
  const lost = connect(at.url);
  await lost.cut();
  const begun = runUntilSettled({ ...ctx, db: lost.db }, buy, 50);
  expect((await begun).purchase.state).toBe("queued");
});
