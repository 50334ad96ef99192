import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time/time";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import type { Scene } from "#lib/testing/scene";
import { checkPurchases } from "./check-purchases.ts";
import { closeDays } from "./close-days.ts";
import { dailyCloseList, getDailyClose, getLastProof } from "./daily-close-list.ts";

const at = await openScene();

const prove = async (ctx: Ctx) => (await checkPurchases(ctx)).findings;

let made = 0;
async function placeAndSettle(buyer: Awaited<ReturnType<Scene["reseller"]>>, to?: "successful" | "failed") {
  made += 1;
  const { planId, networkId } = at.offered();
  const order = { ref: `c${made}`, phone: "08031234567", channel: "api" as const, again: true };
  const { purchase } = await placePurchase(buyer.ctx, { ...order, planId, networkId });
  if (to) {
    const { id } = purchase;
    await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
    await at.system.db.execute(
      sql`insert into attempts (supplier_id, purchase_id, worker, answered_at, result, cost)
        select 1, id, 'test', now(), ${to}, cost from purchases where id = ${id}`,
    );
    const end = { purchaseId: id, from: ["sending" as const], by: "answer", outcome: null };
    await settlePurchase(at.system, { ...end, to });
  }
  return purchase;
}

/** Moves all events so many days into the past. */
async function moveIntoPast(days: number) {
  await at.system.db.execute(sql`alter table journals disable trigger user`);
  await at.system.db.execute(sql`update journals set at = at - make_interval(days => ${days})`);
  await at.system.db.execute(sql`alter table journals enable trigger user`);
}
const daysAgo = (days: number) => Temporal.PlainDate.from(dayOf(new Date())).subtract({ days }).toString();

test("closes each day once, in order, chains it to the one before, and stores differences", async () => {
  const admin = await at.admin();
  expect(await closeDays(at.system, prove)).toBe(0);
  expect(await getLastProof(admin)).toBeNull();
  const ada = await at.reseller("affiliate", 1_000_000n);
  const ben = await at.reseller("affiliate", 500_000n);
  const delivered = await placeAndSettle(ada, "successful");
  await placeAndSettle(ben, "failed");
  const open = await placeAndSettle(ben);
  await moveIntoPast(2);
  await reverseDeliveredPurchase(await at.admin(), {
    ident: delivered.ident,
    reason: "the network took it back",
  });
  await placeAndSettle(ada, "successful");
  // Only after three days are two days over for certain, whatever the hour is now.
  await moveIntoPast(2);

  const closed = await Promise.all([closeDays(at.system, prove), closeDays(at.system, prove)]);
  expect(closed[0] + closed[1]).toBeGreaterThanOrEqual(3);
  expect(await closeDays(at.system, prove)).toBe(0);

  const { price } = delivered;
  const first = await getDailyClose(admin, { day: daysAgo(4) });
  expect(first).toMatchObject({
    delivered: 1,
    failed: 1,
    reversed: 0,
    sales: price,
    walletsBefore: 0n,
    heldBefore: 0n,
    walletsAfter: 1_500_000n - price - open.price,
    heldAfter: open.price,
    difference: 0n,
    findings: [],
  });
  expect(first.networks).toMatchObject([{ delivered: 1, sales: price, margin: first.margin }]);
  expect(first.kinds.reduce((sum, { wallets }) => sum + wallets, 0n)).toBe(first.walletsAfter);
  const quiet = await getDailyClose(admin, { day: daysAgo(3) });
  expect(quiet).toMatchObject({ delivered: 0, sales: 0n, kinds: [], walletsAfter: first.walletsAfter });
  const second = await getDailyClose(admin, { day: daysAgo(2) });
  expect(second).toMatchObject({
    delivered: 1,
    failed: 0,
    reversed: 1,
    sales: 0n,
    cost: 0n,
    difference: 0n,
    walletsBefore: first.walletsAfter,
    walletsAfter: first.walletsAfter,
    heldAfter: open.price,
  });
  expect((await dailyCloseList.page(admin)).rows.map(({ day }) => day)).toEqual(
    (await dailyCloseList.page(admin)).rows
      .map(({ day }) => day)
      .sort()
      .reverse(),
  );
  const newest = (await dailyCloseList.page(admin)).rows[0];
  expect(newest).toMatchObject({ proved: true, difference: 0n });
  expect(await getLastProof(admin)).toEqual({ day: newest?.day, agrees: true });

  // A close has the difference between balances and entries and the findings, and is never changed.
  await at.system.db.execute(sql`alter table daily_closes disable trigger user`);
  await at.system.db.execute(sql`delete from daily_closes`);
  await at.system.db.execute(sql`alter table daily_closes enable trigger user`);
  await runUnguarded(
    at.system.db,
    sql`update wallets set wallet = wallet + 7, funding = funding - 7
    where reseller_id = (select min(reseller_id) from wallets)`,
  );
  await closeDays(at.system, prove);
  const proof = await getLastProof(admin);
  expect(proof?.agrees).toBe(false);
  const differing = await getDailyClose(admin, { day: proof?.day ?? "" });
  expect(differing.difference).toBe(7n);
  expect(differing.findings.join()).toContain("balances that differ from their entries");
  await expect(at.system.db.execute(sql`update daily_closes set difference = 0`)).rejects.toThrow();
});

test("shows closes to admins only", async () => {
  const { ctx } = await at.reseller("affiliate", 0n);
  expect(() => dailyCloseList.csv(ctx)).toThrow();
  await expect(getDailyClose(ctx, { day: daysAgo(4) })).rejects.toThrow();
  await expect(closeDays(ctx, prove)).rejects.toThrow();
  await expect(getDailyClose(await at.admin(), { day: "no day" })).rejects.toMatchObject({
    code: "not_found",
  });
});
