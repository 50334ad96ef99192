import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { connect, inTransaction } from "#db/client";
import { openTestProxy } from "#db/testing/test-proxy";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getMainSupplier } from "#lib/supplier/supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import { claimPurchase } from "./claim-purchase.ts";
import { runDispatcher } from "./dispatcher.ts";

/** The statements sent to the database: on the claiming connection, and by the rounds of recovery each second. */
const statements = { claiming: 0, tidying: 0 };
const at = await openScene();
let release = async () => {};

const doors = await Promise.all(
  (["claiming", "tidying"] as const).map((kind) =>
    openTestProxy(at.url, (side) => {
      if (side === "client") statements[kind] += 1;
      return true;
    }),
  ),
);
const [claiming = "", tidying = ""] = doors.map(({ url }) => url);
// A short timeout: a round that finds a locked wallet continues.
const pool = connect(`${tidying}?lock_timeout=50`, 2);
const sender = connect(at.url, 1);
const loop = runDispatcher({ ...at.system, db: pool.db }, claiming);
afterEach(async () => {
  await release();
  release = async () => {};
});
afterAll(async () => {
  await loop.stop();
  await pool.close();
  await sender.close();
  for (const door of doors) door.close();
});

async function buy({ ctx }: { ctx: Ctx }): Promise<void> {
  const input = { ref: crypto.randomUUID(), phone: "08031234567", channel: "web" as const, again: true };
  await placePurchase(ctx, { ...input, ...at.offered() });
}

const STUCK: [string, () => Promise<unknown>][] = [
  ["nothing waits", async () => {}],
  [
    "a probe is due and another process is sending",
    async () => {
      const buyer = await at.reseller();
      await at.system.db.execute(
        sql`update supplier_sending set next_slot_at = now() + interval '10 minutes'`,
      );
      await buy(buyer);
      await buy(buyer);
      // In one transaction: the loop must not take either purchase in between.
      await inTransaction({ ...at.system, db: sender.db }, async (tx) => {
        await tx.db.execute(sql`update supplier_sending set next_slot_at = now()`);
        expect(await claimPurchase(tx, "another", getMainSupplier())).toBeDefined();
        await tx.db.execute(sql`update supplier_sending set stopped = true, probe_at = now()`);
      });
    },
  ],
  [
    "a deadline has passed and the wallet is taken",
    async () => {
      const buyer = await at.reseller();
      await at.system.db.execute(
        sql`update supplier_sending set next_slot_at = now() + interval '10 minutes'`,
      );
      await buy(buyer);
      release = await holdTransaction(
        at.system.db,
        sql`select from wallets where reseller_id = ${buyer.id} for update`,
      );
      await at.system.db.execute(sql`update purchases set deadline_at = now() where state = 'queued'`);
      await at.system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
    },
  ],
  [
    "the next purchase is locked",
    async () => {
      const buyer = await at.reseller();
      await at.system.db.execute(
        sql`update supplier_sending set next_slot_at = now() + interval '10 minutes'`,
      );
      await buy(buyer);
      release = await holdTransaction(
        at.system.db,
        sql`select from purchases where state = 'queued' for update`,
      );
      await at.system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
    },
  ],
];

test.each(STUCK)("sends few statements a second to the database while %s", async (_, bring) => {
  await at.system.db.execute(sql`update supplier_sending set stopped = false, probe_at = null`);
  await bring();
  const [before, began] = [{ ...statements }, performance.now()];
  // Two statements, a second apart from the next two, or four times as often while a wallet is taken.
  await vi.waitUntil(() => statements.tidying - before.tidying >= 12, TEST_TIMEOUT_MS);
  const seconds = (performance.now() - began) / 1000;
  // Its pauses grow at first: some twenty statements until they last a second.
  expect(statements.claiming - before.claiming).toBeLessThan(30 + 5 * seconds);
});
