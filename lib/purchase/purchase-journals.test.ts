import { type SQL, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { openScene } from "#lib/testing/open-scene";

const at = await openScene();
const { db } = at.system;
let buyer: number;
let id: number;
beforeEach(async () => {
  const reseller = await at.reseller("affiliate", 1_000_000n);
  const input = { phone: "08031234567", channel: "web" as const, again: true, ...at.offered() };
  buyer = reseller.id;
  id = (await placePurchase(reseller.ctx, { ...input, ref: "first" })).purchase.id;
  await db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
});

interface Move {
  kind: string;
  from: "wallet" | "held" | "sales";
  to: "wallet" | "held" | "sales";
  amount?: SQL;
  purchaseId?: number | null;
  reversesId?: number;
}

/** Moves the price between two balances of the buyer, with its journal and entries. */
const move = ({ kind, from, to, amount = sql`p.price`, purchaseId = id, reversesId }: Move) => sql`
  with moved as (
    update wallets w
    set ${sql.identifier(from)} = w.${sql.identifier(from)} - ${amount},
      ${sql.identifier(to)} = w.${sql.identifier(to)} + ${amount}
    from purchases p
    where p.id = ${id} and w.reseller_id = ${buyer}
    returning w.reseller_id, ${amount} as amount, w.${sql.identifier(from)} as a, w.${sql.identifier(to)} as b
  )
  insert into transfers (
    reseller_id, kind, from_account, to_account, amount, from_balance, to_balance, purchase_id, reverses_id, actor
  )
  select reseller_id, ${kind}, ${from}, ${to}, amount, a, b, ${purchaseId}::bigint, ${reversesId ?? null}::bigint, 'test'
  from moved`;

/** Places the same purchase under another ref, without a hold. */
const placeCopy = () => sql`
  insert into purchases (ident, reseller_id, ref, namespace, channel, level, plan_id, network_id, network_name, type_name, size,
    volume, validity, phone, price, cost, wallet_before, wallet_after, deadline_at)
  select ident || 'x', reseller_id, 'copy', namespace, channel, level, plan_id, network_id, network_name, type_name, size,
    volume, validity, phone, price, cost, wallet_before, wallet_after, deadline_at from purchases where id = ${id}`;

const end = (state: string) =>
  sql`update purchases set state = ${state}, settled_at = now(), settled_by = 'test' where id = ${id}`;
const reverse = () => sql`update purchases set state = 'reversed', reversed_at = now() where id = ${id}`;
const settle = (purchaseId?: number | null) =>
  move({ kind: "settle", from: "held", to: "sales", ...(purchaseId !== undefined && { purchaseId }) });
const reversal = () => move({ kind: "reversal", from: "sales", to: "wallet" });

const commit = (...statements: SQL[]) =>
  db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });

test.each<[string, () => SQL[]]>([
  ["delivered", () => [end("successful"), settle()]],
  ["failed", () => [end("failed"), move({ kind: "release", from: "held", to: "wallet" })]],
  ["reversed", () => [end("successful"), settle(), reverse(), reversal()]],
])("commits a purchase that is %s with its journals", async (_name, build) => {
  await commit(...build());
});

test.each<[string, () => SQL[]]>([
  [
    "a delivered purchase whose money was released",
    () => [end("successful"), move({ kind: "release", from: "held", to: "wallet" })],
  ],
  [
    "a hold that names no purchase, though another one is open at that price",
    () => [
      sql`update purchases set settled_at = now(), settled_by = 'test', state = 'failed' where id = ${id}`,
      move({ kind: "release", from: "held", to: "wallet" }),
      move({ kind: "hold", from: "wallet", to: "held", purchaseId: null }),
      placeCopy(),
    ],
  ],
  ["a failed purchase whose money is still held", () => [end("failed")]],
  ["a failed purchase whose money was earned", () => [end("failed"), settle()]],
  [
    "a settlement into another account",
    () => [end("successful"), move({ kind: "settle", from: "held", to: "wallet" })],
  ],
  ["a settlement that names no purchase", () => [end("successful"), settle(null)]],
  ["a reversed purchase without a reversal", () => [end("successful"), settle(), reverse()]],
  ["a reversal of a purchase that stays delivered", () => [end("successful"), settle(), reversal()]],
  [
    "a reversal of another amount",
    () => [
      end("successful"),
      settle(),
      reverse(),
      move({ kind: "reversal", from: "sales", to: "wallet", amount: sql`1::bigint` }),
    ],
  ],
  [
    "an ended purchase that was written without journals",
    () => [
      sql`
        insert into purchases (
          ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
          validity, phone, price, cost, wallet_before, wallet_after, deadline_at, state, settled_at
        )
        select
          'DT' || gen_random_uuid(), reseller_id, 'second', channel, level, plan_id, network_id, network_name,
          type_name, size, volume, validity, phone, price, cost, 0, 0, now(), 'failed', now()
        from purchases
        where id = ${id}`,
    ],
  ],
])("rejects at the commit %s", async (_name, build) => {
  await expect(commit(...build())).rejects.toMatchObject({ constraint_name: "purchases_journals_match" });
});

test.each<[string, string, () => SQL]>([
  [
    "a journal without entries",
    "journals_balanced",
    () => sql`insert into journals (reseller_id, kind, actor) values (${buyer}, 'credit', 'test')`,
  ],
  [
    "journals whose entries sum to zero together alone",
    "journals_balanced",
    () => sql`
      with w as (
        update wallets set wallet = wallet + 5, funding = funding - 7, sales = sales + 2
        where reseller_id = ${buyer}
        returning *
      ),
      one as (insert into journals (reseller_id, kind, actor) values (${buyer}, 'credit', 'test') returning id),
      two as (insert into journals (reseller_id, kind, actor) values (${buyer}, 'credit', 'test') returning id)
      insert into entries (journal_id, reseller_id, account, amount, balance)
      select side.id, ${buyer}, side.account, side.amount, side.balance
      from w, one, two, lateral (values
        (one.id, 'wallet', 5, w.wallet), (one.id, 'funding', -3, w.funding + 4),
        (two.id, 'funding', -4, w.funding), (two.id, 'sales', 2, w.sales)
      ) side (id, account, amount, balance)`,
  ],
  [
    "a journal of a purchase that doesn't exist",
    "journals_purchase_id_purchases_id_fk",
    () => move({ kind: "reversal", from: "sales", to: "wallet", purchaseId: 999_999_999 }),
  ],
  [
    "a reversal of a journal that doesn't exist",
    "journals_reverses_id_journals_id_fk",
    () =>
      move({ kind: "correction", from: "wallet", to: "sales", purchaseId: null, reversesId: 999_999_999 }),
  ],
  [
    "entries of another reseller than their journal's",
    "entries_journal_of_reseller",
    () => sql`
      insert into entries (journal_id, reseller_id, account, amount, balance)
      select j.id, ${buyer}, 'wallet', 5, 5
      from journals j
      where j.reseller_id <> ${buyer}
      limit 1`,
  ],
  [
    "further entries of a journal",
    "journals_balanced",
    () => sql`
      insert into entries (journal_id, reseller_id, account, amount, balance)
      select j.id, ${buyer}, side.account, side.amount, 0
      from (select max(id) as id from journals where reseller_id = ${buyer}) j,
        lateral (values ('wallet', 5), ('held', -5)) side (account, amount)`,
  ],
])("rejects in the database %s", async (_name, constraint, build) => {
  await at.reseller("affiliate", 1_000_000n);
  await expect(db.execute(build())).rejects.toMatchObject({ cause: { constraint_name: constraint } });
});
