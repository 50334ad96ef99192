import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client";
import { notify } from "#db/listen";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { findOwnPurchase } from "./get-purchase.ts";
import { runUntilSettled, waitUntilSettled, watchOwnPurchases } from "./watch-purchases.ts";

const at = await openScene();
let ctx: Ctx;
({ ctx } = await at.reseller());
const { id: resellerId } = requireBuyer(ctx);

const buy = () =>
  placePurchase(ctx, {
    ref: crypto.randomUUID(),
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(),
  });

const fail = (purchaseId: number, outcome: string | null = null) =>
  settlePurchase(at.system, { purchaseId, from: ["queued"], to: "failed", by: "deadline", outcome });

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

test.each([null, "", 'It wasn’t\n "sent" \\.'])(
  "needs no read for a result that is notified: %j",
  async (outcome) => {
    const lost = connect(at.url);
    await lost.cut();
    const placed = await buy();
    const settled = runUntilSettled({ ...ctx, db: lost.db }, async () => placed, TEST_TIMEOUT_MS);
    await fail(placed.purchase.id, outcome);
    const row = await findOwnPurchase(ctx, placed.purchase.ident);
    expect((await settled).purchase).toEqual(row);
    expect(row).toMatchObject({ state: "failed", cancelled: true, outcome, settledAt: expect.any(Date) });
  },
);

test("reads a result whose text is too long for a notification", async () => {
  const placed = await buy();
  const settled = runUntilSettled(ctx, async () => placed, TEST_TIMEOUT_MS);
  const outcome = "\u0001é".repeat(4_000);
  await fail(placed.purchase.id, outcome);
  expect((await settled).purchase).toMatchObject({ state: "failed", outcome });
});

test("ignores the results of the reseller's other purchases, and reads after a notification that isn't one", async () => {
  const [placed, other] = [await buy(), await buy()];
  const settled = runUntilSettled(ctx, async () => placed, TEST_TIMEOUT_MS);
  for (const end of ["{", '{"outcome":1}'])
    await notify(at.system.db, "purchase", `${resellerId} ${placed.purchase.ident} failed ${end}`);
  await fail(other.purchase.id, "another");
  await fail(placed.purchase.id, "this one");
  expect((await settled).purchase).toMatchObject({ ident: placed.purchase.ident, outcome: "this one" });
});
