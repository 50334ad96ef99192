import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listRegularPurchases } from "#lib/sales/regular-purchases";
import { openTestShop } from "#lib/shop/testing/test-shop";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { getResellerHome } from "./reseller-home.ts";

const at = await openScene();

/** Each purchase of the reseller: the last digits of its number, its age in days, channel and state. */
type Sample = [number: string, days: number, channel?: string, state?: string];

async function insertPurchases(resellerId: number, samples: readonly Sample[]) {
  for (const [n, [number, days, channel = "web", state = "successful"]] of samples.entries())
    await runUnguarded(
      at.system.db,
      sql`
      insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
        validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by)
      select ${`DT${resellerId}X${n}`}, ${resellerId}, ${`r${n}`}, ${channel}, 'affiliate', 1, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
        ${`+23480312${number}`}, 1000, 900, 0, 0, ${state}, t.at, t.at,
        case when ${state} = 'successful' then t.at end, case when ${state} = 'successful' then 'answer' end
      from (select now() - make_interval(days => ${days}) as at) t`,
    );
}

test("offers frequent and recent purchases, but no row of a batch and nothing in progress", async () => {
  const { id, ctx } = await at.reseller();
  await insertPurchases(id, [
    ["30001", 60],
    ...Array<Sample>(4).fill(["30002", 3]),
    ["30003", 1],
    ...Array<Sample>(9).fill(["30004", 0, "batch"]),
    ...Array<Sample>(5).fill(["30005", 2]),
    ["30005", 0, "web", "unconfirmed"],
    ["30006", 0, "web", "queued"],
  ]);
  const { again, recent } = await getResellerHome(ctx);
  expect(again.map(({ phoneE164 }) => phoneE164.slice(-5))).toEqual(["30002", "30003", "30001"]);
  expect(recent.map(({ phoneE164 }) => phoneE164.slice(-5)).slice(0, 2)).toEqual(["30006", "30005"]);
});

test("shows today’s deliveries and profit, and what a customer usually buys", async () => {
  const { id, ctx } = await at.reseller();
  await insertPurchases(id, [
    ...Array<Sample>(3).fill(["40001", 1]),
    ["40002", 0],
    ["40003", 0],
    ["40005", 0, "web", "queued"],
  ]);
  await runUnguarded(
    at.system.db,
    sql`update purchases set selling_price = 1250 where reseller_id = ${id} and phone not like '%40003'`,
  );
  const { again, today } = await getResellerHome(ctx);
  expect(today).toMatchObject({ delivered: 2, earned: { sold: 1, profit: 250n, unpriced: 1 } });
  expect(again.map(({ phoneE164, usual }) => [phoneE164.slice(-5), usual]).slice(0, 2)).toEqual([
    ["40001", true],
    ["40003", false],
  ]);
});

test("offers a number once, with the plan that it gets most", async () => {
  const { id, ctx } = await at.reseller();
  await insertPurchases(id, [...Array<Sample>(3).fill(["50001", 2]), ["50001", 1], ["50002", 1]]);
  await at.system.db.transaction(async (tx) => {
    // A trigger protects purchases.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update purchases set plan_id = 2 where reseller_id = ${id} and phone like '%50001' and placed_at > now() - interval '36 hours'`);
  });
  const again = await listRegularPurchases(ctx);
  expect(again.map(({ phoneE164, planId }) => [phoneE164.slice(-5), planId])).toEqual([
    ["50001", 1],
    ["50002", 1],
  ]);
});

test("says what a low balance pays for by the median of the latest prices, and nothing while it isn’t low", async () => {
  const { id, ctx } = await at.reseller();
  const getRemaining = async (wallet: number) => {
    await runUnguarded(
      at.system.db,
      sql`update wallets set wallet = ${wallet}, funding = -${wallet}::bigint, held = 0, sales = 0 where reseller_id = ${id}`,
    );
    return (await getResellerHome(ctx)).remaining;
  };
  expect(await getRemaining(6_500)).toBeNull();
  await insertPurchases(id, [
    ["50001", 2],
    ["50002", 1],
    ["50003", 0],
  ]);
  await runUnguarded(
    at.system.db,
    sql`update purchases set price = 50000 where reseller_id = ${id} and phone like '%50003'`,
  );
  expect(await getRemaining(6_500)).toBe(6);
  expect(await getRemaining(900)).toBe(0);
  expect(await getRemaining(10_000)).toBeNull();
  expect(await getRemaining(0)).toBeNull();
});

test("leads a newcomer through four steps, until each is done or the first week with a sale is over", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  const nothing = { topUp: false, gain: false, sale: false, share: false };
  expect((await getResellerHome(ctx)).steps).toEqual(nothing);
  await openTestShop(ctx, "first-steps");
  expect((await getResellerHome(ctx)).steps).toEqual({ ...nothing, gain: true });
  await at.system.db.execute(
    sql`update accounts set created_at = now() - interval '8 days' where id = ${id}`,
  );
  expect((await getResellerHome(ctx)).steps).toEqual({ ...nothing, gain: true });
  await insertPurchases(id, [["30009", 1]]);
  expect((await getResellerHome(ctx)).steps).toBeNull();
  await at.system.db.execute(sql`update accounts set created_at = now() where id = ${id}`);
  expect((await getResellerHome(ctx)).steps).toEqual({ topUp: true, gain: true, sale: true, share: false });
});

test("shows the account number that is open", async () => {
  const { id, ctx } = await at.reseller();
  expect((await getResellerHome(ctx)).account).toBeNull();
  const open = { number: "9912345678", bank: "Test Bank", holder: "Ada" };
  await at.system.db.execute(sql`
    insert into dedicated_accounts (
      reseller_id, provider, owner, currency, name, email, phone, state, number, bank, holder, opened_at)
    values (${id}, 'paystack', 'W1', 'NGN', 'Ada', 'ada@example.com', '+2348031234567', 'open', ${open.number},
      ${open.bank}, ${open.holder}, now())`);
  expect((await getResellerHome(ctx)).account).toEqual(open);
});
