import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Db } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { type Scene, scene } from "#lib/testing/scene";
import { checkPurchases } from "./check-purchases.ts";

let at: Scene;
beforeEach(async () => {
  at ??= await scene();
});
afterAll(() => at.close());

/** Each way to break the ledger, and the finding of the check. */
const BREAKAGES: [string, (db: Db) => Promise<unknown>, string][] = [
  [
    "an entry changed",
    (db) => db.execute(sql`update entries set amount = amount + 1 where account = 'wallet'`),
    "sum to zero",
  ],
  [
    "a balance changed",
    (db) => db.execute(sql`update wallets set wallet = wallet + 1, funding = funding - 1`),
    "differ from their entries",
  ],
  [
    "a journal without audit",
    (db) => db.execute(sql`delete from audit where journal_id is not null`),
    "without an audit record",
  ],
  [
    "a running balance changed",
    (db) => db.execute(sql`update entries set balance = balance + 1`),
    "the previous balance plus their amount",
  ],
  [
    "a purchase settled behind the ledger's back",
    (db) => db.execute(sql`update purchases set state = 'successful', settled_at = now()`),
    "don't match their status",
  ],
  [
    "a purchase left in sending",
    (db) => db.execute(sql`update purchases set state = 'sending'`),
    "without an open attempt",
  ],
  [
    "a hold of another amount",
    (db) => db.execute(sql`update purchases set price = price + 1`),
    "held money doesn't match",
  ],
  [
    "two holds that only together are right",
    (db) =>
      db.execute(sql`update purchases set price = price + case when id = (select max(id) from purchases) then 1 else -1 end
        where id in (select id from purchases order by id desc limit 2)`),
    "whose hold doesn't match their price",
  ],
  [
    "a wallet below its floor",
    async (db) => {
      await db.execute(sql`alter table wallets drop constraint wallets_floor`);
      await db.execute(sql`update wallets set floor = wallet + 1`);
    },
    "below their floor",
  ],
  [
    "a purchase that was sent twice",
    async (db) => {
      await db.execute(sql`drop index attempts_sent_once`);
      await db.execute(sql`insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, note, cost)
        select 1, id, 'one', now(), now(), 'unconfirmed', '', cost from purchases cross join generate_series(1, 2)`);
    },
    "sent more than once",
  ],
  [
    "a ref that was used twice",
    async (db) => {
      await db.execute(sql`alter table purchases drop constraint purchases_ref`);
      await db.execute(sql`update purchases set ref = 'same'`);
    },
    "used twice",
  ],
];

test.each(BREAKAGES)("finds %s", async (_name, breakBooks, finding) => {
  const { ctx } = await at.reseller();
  for (const ref of ["one", "two"])
    await placePurchase(ctx, { ref, phone: "08031234567", channel: "web", again: true, ...at.offered() });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
  const undone = new Error("undone");
  const broken = at.system.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await breakBooks(tx as unknown as Db);
    const { findings } = await checkPurchases({ ...at.system, db: tx as unknown as Db });
    expect(findings.join("\n")).toContain(finding);
    throw undone;
  });
  await expect(broken).rejects.toBe(undone);
});
