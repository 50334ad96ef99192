import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { place } from "../place/place.ts";
import { reverse } from "../settle/reverse.ts";
import { settle } from "../settle/settle.ts";
import { closeDays } from "./close-days.ts";
import { closedDay, closeList, lastProof } from "./close-list.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

const prove = async (ctx: Ctx) => (await check(ctx)).findings;

let made = 0;
async function bought(buyer: Awaited<ReturnType<Scene["reseller"]>>, to?: "successful" | "failed") {
  made += 1;
  const { planId, networkId } = at.offered();
  const order = { ref: `c${made}`, phone: "08031234567", channel: "api" as const, again: true };
  const { purchase } = await place(buyer.ctx, { ...order, planId, networkId });
  if (to) {
    const { id } = purchase;
    await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
    await at.system.db.execute(
      sql`insert into attempts (purchase_id, worker, answered_at, meaning) values (${id}, 'test', now(), ${to})`,
    );
    const end = { purchaseId: id, from: ["sending" as const], by: "answer", outcome: null };
    await settle(at.system, { ...end, to });
  }
  return purchase;
}

/** Everything that happened so far happened so many days earlier. */
async function earlier(days: number) {
  await at.system.db.execute(sql`alter table journals disable trigger user`);
  await at.system.db.execute(sql`update journals set at = at - make_interval(days => ${days})`);
  await at.system.db.execute(sql`alter table journals enable trigger user`);
}
const daysAgo = (days: number) => Temporal.PlainDate.from(dayOf(new Date())).subtract({ days }).toString();

test("each day is closed once, in order, and chains to the one before to the last unit", async () => {
  const admin = await at.admin();
  expect(await closeDays(at.system, prove)).toBe(0);
  expect(await lastProof(admin)).toBeNull();
  const ada = await at.reseller("affiliate", 1_000_000n);
  const ben = await at.reseller("affiliate", 500_000n);
  const delivered = await bought(ada, "successful");
  await bought(ben, "failed");
  const open = await bought(ben);
  await earlier(2);
  await reverse(await at.admin(), { ident: delivered.ident, reason: "the network took it back" });
  await bought(ada, "successful");
  // Two days are over for certain only three days later, whatever the hour is now.
  await earlier(2);

  const closed = await Promise.all([closeDays(at.system, prove), closeDays(at.system, prove)]);
  expect(closed[0] + closed[1]).toBeGreaterThanOrEqual(3);
  expect(await closeDays(at.system, prove)).toBe(0);

  const { price } = delivered;
  const first = await closedDay(admin, { day: daysAgo(4) });
  expect(first).toMatchObject({
    ...{ delivered: 1, failed: 1, reversed: 0, sales: price, walletsBefore: 0n, heldBefore: 0n },
    ...{ walletsAfter: 1_500_000n - price - open.price, heldAfter: open.price, difference: 0n, findings: [] },
  });
  expect(first.networks).toMatchObject([{ delivered: 1, sales: price, margin: first.margin }]);
  expect(first.kinds.reduce((sum, { wallets }) => sum + wallets, 0n)).toBe(first.walletsAfter);
  const quiet = await closedDay(admin, { day: daysAgo(3) });
  expect(quiet).toMatchObject({ delivered: 0, sales: 0n, kinds: [], walletsAfter: first.walletsAfter });
  const second = await closedDay(admin, { day: daysAgo(2) });
  expect(second).toMatchObject({
    ...{ delivered: 1, failed: 0, reversed: 1, sales: 0n, cost: 0n, difference: 0n },
    ...{ walletsBefore: first.walletsAfter, walletsAfter: first.walletsAfter, heldAfter: open.price },
  });
  expect((await closeList.page(admin)).rows.map(({ day }) => day)).toEqual(
    (await closeList.page(admin)).rows
      .map(({ day }) => day)
      .sort()
      .reverse(),
  );
  const newest = (await closeList.page(admin)).rows[0];
  expect(newest).toMatchObject({ proved: true, difference: 0n });
  expect(await lastProof(admin)).toEqual({ day: newest?.day, agrees: true });
});

test("a close says by how much balances and entries differ, what the proof found, and is never changed", async () => {
  const admin = await at.admin();
  await at.system.db.execute(sql`alter table daily_closes disable trigger user`);
  await at.system.db.execute(sql`delete from daily_closes`);
  await at.system.db.execute(sql`alter table daily_closes enable trigger user`);
  await at.system.db.execute(sql`update wallets set wallet = wallet + 7, funding = funding - 7
    where reseller_id = (select min(reseller_id) from wallets)`);
  await closeDays(at.system, prove);
  const proof = await lastProof(admin);
  expect(proof?.agrees).toBe(false);
  const closed = await closedDay(admin, { day: proof?.day ?? "" });
  expect(closed.difference).toBe(7n);
  expect(closed.findings.join()).toContain("balances that differ from their entries");
  await expect(at.system.db.execute(sql`update daily_closes set difference = 0`)).rejects.toThrow();
});

test("admins alone read it", async () => {
  const { ctx } = await at.reseller();
  expect(() => closeList.csv(ctx)).toThrow();
  await expect(closedDay(ctx, { day: daysAgo(4) })).rejects.toThrow();
  await expect(closeDays(ctx, prove)).rejects.toThrow();
  await expect(closedDay(await at.admin(), { day: "no day" })).rejects.toMatchObject({ code: "not_found" });
});
