import { type SQL, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";

const at = await openScene();
let buyer: { id: number; ctx: Ctx };
let neighbour: { id: number; ctx: Ctx };
let ident: string;
beforeEach(async () => {
  [buyer, neighbour] = [
    await at.reseller("affiliate", 1_000_000n),
    await at.reseller("affiliate", 1_000_000n),
  ];
  const input = { phone: "08031234567", channel: "web" as const, again: true, ...at.offered() };
  for (const { ctx } of [buyer, neighbour])
    ident = (await placePurchase(ctx, { ...input, ref: "first" })).purchase.ident;
});

interface Move {
  amount: number;
  from?: "wallet" | "held";
  /** The reseller whose wallet changes, and the one whose entries are written: the buyer unless given. */
  wallet?: number | undefined;
  entries?: number | undefined;
  /** Excess of the stored balances after the entries. */
  wrong?: number;
}

/**
 * Moves money between wallet and hold as the portal does, or differently in one point. As a release, because a hold
 * without its purchase is rejected by another check.
 */
function move({ amount, from = "wallet", wallet = buyer.id, entries = buyer.id, wrong = 0 }: Move): SQL {
  const held = from === "wallet" ? amount : -amount;
  return sql`
    with moved as (
      update wallets set wallet = wallet - ${held}, held = held + ${held} where reseller_id = ${wallet}
    ), j as (
      insert into journals (reseller_id, kind, actor) values (${entries}, 'release', 'test') returning id
    )
    insert into entries (journal_id, reseller_id, account, amount, balance)
    select j.id, ${entries}, side.account, side.amount, side.before + side.amount + ${wrong}
    from j, wallets w, lateral (values
      ('wallet', ${-held}::bigint, w.wallet), ('held', ${held}::bigint, w.held)) side (account, amount, before)
    where w.reseller_id = ${entries}`;
}

/** Queues a copy of the reseller's first purchase. */
const queue = (id: number, price: number) => sql`
  insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
    validity, phone, price, cost, wallet_before, wallet_after, deadline_at)
  select 'DT' || gen_random_uuid(), reseller_id, gen_random_uuid(), channel, level, plan_id, network_id, network_name, type_name,
    size, volume, validity, phone, ${price}, cost, 0, 0, now() from purchases where reseller_id = ${id} and ref = 'first'`;

const settle = () =>
  sql`update purchases set state = 'failed', settled_at = now(), settled_by = 'test' where ident = ${ident}`;

const onlyWallet = (amount: number) =>
  sql`update wallets set wallet = wallet - ${amount}, held = held + ${amount} where reseller_id = ${buyer.id}`;

const commit = (...statements: SQL[]) =>
  at.system.db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });

test.each<[string, () => SQL[]]>([
  ["more held than was bought for", () => [move({ amount: 500 }), queue(buyer.id, 400)]],
  ["less held than was bought for", () => [move({ amount: 400 }), queue(buyer.id, 500)]],
  ["money held without a purchase", () => [move({ amount: 500 })]],
  ["a purchase without a hold", () => [queue(buyer.id, 500)]],
  ["money held for another reseller's purchase", () => [move({ amount: 500 }), queue(neighbour.id, 500)]],
  ["money released while its purchase is open", () => [move({ amount: 500, from: "held" })]],
  [
    "a purchase that waits again after its money was released",
    () => [
      sql`set local session_replication_role = replica`,
      settle(),
      sql`set local session_replication_role = origin`,
      sql`alter table purchases disable trigger purchases_update_check`,
      sql`update purchases set state = 'queued', settled_at = null where ident = ${ident}`,
    ],
  ],
  ["balances without entries", () => [onlyWallet(500), queue(buyer.id, 500)]],
  ["entries without balances", () => [move({ amount: 500, wallet: 0 })]],
  ["entries of another amount", () => [move({ amount: 400 }), onlyWallet(100), queue(buyer.id, 500)]],
  ["entries of another reseller", () => [move({ amount: 500, entries: neighbour.id }), queue(buyer.id, 500)]],
  ["a last entry with another balance", () => [move({ amount: 500, wrong: 1 }), queue(buyer.id, 500)]],
  [
    "a wallet that begins with money",
    () => [
      sql`insert into accounts (role, email, name, password_hash, password_generated) values ('reseller', gen_random_uuid(), '', '', false)`,
      sql`insert into wallets (reseller_id, wallet, funding) select max(id), 5, -5 from accounts`,
    ],
  ],
])("rejects at the commit %s", async (_name, build) => {
  const { findings } = await checkPurchases(at.system);
  await expect(commit(...build())).rejects.toMatchObject({ constraint_name: "wallets_match" });
  expect((await checkPurchases(at.system)).findings).toEqual(findings);
});

test.each<[string, () => SQL]>([
  ["deletes a purchase", () => sql`delete from purchases where ident = ${ident}`],
  ["deletes entries", () => sql`delete from entries where reseller_id = ${buyer.id}`],
  ["deletes a wallet", () => sql`delete from wallets where reseller_id = ${buyer.id}`],
  [
    "gives a wallet to another",
    () => sql`update wallets set reseller_id = 999999 where reseller_id = ${buyer.id}`,
  ],
  ["empties the wallets", () => sql`truncate wallets cascade`],
  ["changes a price", () => sql`update purchases set price = price + 1 where ident = ${ident}`],
  ["changes the buyer", () => sql`update purchases set reseller_id = ${buyer.id} where ident = ${ident}`],
])("rejects a statement that %s", async (_name, build) => {
  await expect(commit(build())).rejects.toThrow();
});

test("accepts what matches at the commit, in any order and with a part rolled back", async () => {
  await commit(queue(buyer.id, 500), move({ amount: 200 }), move({ amount: 300 }));
  await at.system.db.transaction(async (tx) => {
    await tx
      .transaction((nested) => nested.execute(onlyWallet(700)).then(() => nested.rollback()))
      .catch(() => {});
    await tx.execute(move({ amount: 600 }));
    await tx.execute(queue(buyer.id, 600));
  });
  await cancelPurchase(neighbour.ctx, { ident });
  const [row] = await at.system.db.execute(sql`select held from wallets where reseller_id = ${buyer.id}`);
  expect(row).toEqual({ held: String(at.offered().price + 1_100n) });
});

test("rejects a hold whose purchase alone is rolled back", async () => {
  const halfDone = at.system.db.transaction(async (tx) => {
    await tx.execute(move({ amount: 600 }));
    const purchase = tx.transaction(async (nested) => {
      await nested.execute(queue(buyer.id, 600));
      nested.rollback();
    });
    await purchase.catch(() => {});
  });
  await expect(halfDone).rejects.toMatchObject({ constraint_name: "wallets_match" });
});
