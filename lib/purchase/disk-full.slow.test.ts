import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { listen } from "#db/listen";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { getWallet } from "#lib/ledger/wallet";
import { checkPurchases } from "#lib/sales/check-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { placePurchase } from "./place/place-purchase.ts";
import { waitUntilSettled } from "./read/watch-purchases.ts";

const at = await openScene({ UPSTREAM_TIMEOUT_MS: "20000" });
const buyer = await at.reseller("affiliate", 1_000_000n);

// A sequence keeps its value when a transaction is rolled back.
for (const statement of [
  sql`create table disk (is_full boolean not null)`,
  sql`insert into disk values (false)`,
  sql`create sequence refusals`,
  sql`create function refuse_when_full() returns trigger language plpgsql as $$ begin
      if (select is_full from disk) then
        perform nextval('refusals');
        raise exception 'No space left on device' using errcode = 'disk_full';
      end if;
      return new;
    end $$`,
  sql`create trigger refuse_when_full before insert or update on purchases
      for each row execute function refuse_when_full()`,
])
  await at.system.db.execute(statement);

afterEach(() => disk(false));
const disk = (isFull: boolean) => at.system.db.execute(sql`update disk set is_full = ${isFull}`);
const buy = (ref: string) =>
  placePurchase(buyer.ctx, { ref, phone: "08031234567", channel: "web", again: true, ...at.offered() });

test("rejects a purchase while the disk is full, moves nothing, and places it later under the same ref", async () => {
  const before = await getWallet(buyer.ctx);
  await disk(true);
  await expect(buy("early")).rejects.toMatchObject({ code: "unavailable" });
  await disk(false);
  expect(await getWallet(buyer.ctx)).toEqual(before);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
  expect((await buy("early")).replayed).toBe(false);
});

test("keeps a response while the disk is full, and sends nothing again", async () => {
  const { purchase } = await buy("late");
  await at.sandbox.order("hold-after", { ref: purchase.ident });
  const dispatcher = runDispatcher(at.system);
  const stop = await listen("purchase", dispatcher.wake);
  const { n } = await at.sandbox.waitForPurchase({ ref: purchase.ident }, { until: "held" });
  await disk(true);
  await at.sandbox.release(n);
  await expect
    .poll(async () =>
      Number((await at.system.db.execute(sql`select last_value from refusals`))[0]?.last_value),
    )
    .toBeGreaterThan(6);
  await disk(false);
  expect((await waitUntilSettled(buyer.ctx, purchase.ident, TEST_TIMEOUT_MS)).state).toBe("successful");
  await dispatcher.stop();
  stop();
  const sends = (await at.sandbox.purchases()).filter(({ ref }) => ref === purchase.ident);
  expect(sends).toHaveLength(1);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});
