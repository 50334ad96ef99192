import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "./testing.ts";

/**
 * Everything that money touches can be divided by reseller (docs/decisions/beyond-one-primary.md): a table has `reseller_id`, or is
 * listed here with the way to its reseller or the reason why it has none.
 */
const WITHOUT_RESELLER: Readonly<Record<string, string>> = {
  attempts: "through its purchase",
  batch_rows: "through its batch",
  funding_images: "through its request",
  schedule_occurrences: "through its schedule",
  shop_images: "through its shop",
  shop_plans: "through its shop",
  shop_rules: "through its shop",
  shop_slugs: "through its shop; a slug is found without its reseller, so the table is divided by slug",
  payment_disputes: "through the provider's transaction",
  payment_refunds: "through the provider's transaction",
  delivery_issue_messages: "through its delivery issue",
  provider_webhooks: "arrives before its reseller is found: it stays on the node that receives webhooks",
  operator_entries: "the operator's own ledger: on one node, in the order of provider transactions",
  settlement_lines: "the operator's payouts, of many resellers: on one node",
  settlement_discrepancies: "the operator's payouts, of many resellers: on one node",
  referrals: "between two resellers: `referrer_id` gets the money, so its row belongs there",
  referral_rewards: "through its referral",
};

/**
 * Keys that hold over all resellers, of tables that have one: each becomes a small table of its own, divided by that text and
 * claimed before its row. A key that contains a reference to such a table, or `id`, is unaffected.
 */
const KEYS_OVER_ALL: Readonly<Record<string, string>> = {
  purchases_ident: "the ident begins with the shard, so that it is unique and found without a query to all",
  orders_code: "the code begins with the shard, for the same reason",
  payments_reference: "the reference begins with the shard: a provider's webhook names nothing else",
  provider_transactions_once: "divided by provider and transaction: credited once, to any reseller",
  dedicated_accounts_number: "a bank account belongs to one reseller",
  dedicated_accounts_owner: "the provider's customer, made once",
  approval_requests_open_subject:
    "one open request about a setting of the operator; those about a wallet name it",
  journals_reversed_once: "the journal that it reverses is one of the same wallet",
  journals_ref: "a random text of the form; the journals that it could repeat are of the same wallet",
  shops_slug: "a shop's address, also in `shop_slugs`",
};

const database = await createTestDatabase();
afterAll(() => database.close());

/** Tables that refer to wallets, and those that refer to them, and so on. */
const MONEY = `with recursive money (oid) as (
  values ('wallets'::regclass::oid)
  union select f.conrelid from pg_constraint f join money m on m.oid = f.confrelid where f.contype = 'f'
), placed as (
  select m.oid, m.oid::regclass::text as name, exists (
    select from pg_attribute a where a.attrelid = m.oid and a.attname = 'reseller_id' and not a.attisdropped) as by_reseller
  from money m
)`;

test("each table that money touches belongs to one reseller, or has a reason", async () => {
  const rows = await database.sql.unsafe<{ name: string; by_reseller: boolean }[]>(
    `${MONEY} select name, by_reseller from placed order by name`,
  );
  expect(rows.length).toBeGreaterThan(30);
  const without = rows.filter((row) => !row.by_reseller).map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_RESELLER).toSorted());
});

test("each key over all resellers has a place where it is claimed", async () => {
  const rows = await database.sql.unsafe<{ key: string }[]>(`${MONEY}
    select i.relname as key from placed p join pg_index x on x.indrelid = p.oid and x.indisunique and not x.indisprimary
    join pg_class i on i.oid = x.indexrelid
    where p.by_reseller and not exists (
      select from unnest(x.indkey) as k (attnum) join pg_attribute a on a.attrelid = p.oid and a.attnum = k.attnum
      where a.attname = 'reseller_id' or exists (
        select from pg_constraint f where f.contype = 'f' and f.conrelid = p.oid and k.attnum = any(f.conkey)
          and f.confrelid in (select oid from placed)))
    order by key`);
  expect(rows.map(({ key }) => key).toSorted()).toEqual(Object.keys(KEYS_OVER_ALL).toSorted());
});

test("a foreign key between tables of resellers stays within one", async () => {
  const rows = await database.sql.unsafe<{ other: string }[]>(`${MONEY}
    select distinct f.confrelid::regclass::text as other from pg_constraint f join placed p on p.oid = f.conrelid
    where f.contype = 'f' and p.by_reseller and f.confrelid not in (select oid from placed) order by other`);
  // An account has the reseller's own number as its id.
  expect(rows.map(({ other }) => other)).toEqual(["accounts"]);
});
