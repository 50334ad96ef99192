import type postgres from "postgres";
import { connect } from "#db/client";

export interface SeedSize {
  resellers: number;
  purchases: number;
  /** How many of ten purchases are the first reseller's alone; the others share the rest. */
  ofFirst?: number;
}

/**
 * Fills an empty, migrated database with a balanced ledger: resellers with money, and purchases over the last 90 days,
 * delivered but for one failed in twenty, each with its attempt, journals, entries and audit.
 */
export async function seedLedger(
  sql: postgres.Sql,
  { resellers, purchases, ofFirst = 0 }: SeedSize,
): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`set local statement_timeout = 0`;
    await seedResellers(sql, resellers);
    await seedPurchases(sql, resellers, purchases, ofFirst);
    await seedAttempts(sql);
    await seedJournals(sql);
    await seedAudit(sql);
    await sql`update wallets w set wallet = b.wallet, sales = b.sales, funding = b.funding from (
      select reseller_id, sum(amount) filter (where account = 'wallet') as wallet,
        coalesce(sum(amount) filter (where account = 'sales'), 0) as sales, sum(amount) filter (where account = 'funding') as funding
      from entries group by reseller_id) b where b.reseller_id = w.reseller_id`;
  });
  await sql`vacuum analyze`;
}

/**
 * Fills an empty, migrated database with what a reseller's views read, and no more, so that ten millions fit: resellers,
 * purchases and, with `statement`, the first reseller's journals and entries. Indexes are made afterwards, in a tenth of the time.
 */
export async function seedHistory(
  url: string,
  { resellers, purchases, ofFirst = 1, statement = true }: SeedSize & { statement?: boolean },
): Promise<void> {
  const { sql, close } = connect(url, 1, { connection: { statement_timeout: 0 } });
  try {
    await sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`set local maintenance_work_mem = '512MB'`;
      await seedResellers(sql, resellers);
      await withoutIndexes(sql, async () => {
        await seedPurchases(sql, resellers, purchases, ofFirst);
        if (statement) await seedJournals(sql, sql`where p.reseller_id = (select min(id) from resellers)`);
      });
    });
    await sql`vacuum analyze`;
  } finally {
    await close();
  }
}

/** Drops the indexes of the long tables that no constraint needs, and makes them again when `fill` is done. */
async function withoutIndexes(sql: postgres.TransactionSql, fill: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('purchases'::regclass, 'journals'::regclass, 'entries'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  await fill();
  for (const { definition } of indexes) await sql.unsafe(definition);
}

async function seedResellers(sql: postgres.TransactionSql, count: number): Promise<void> {
  await sql`insert into accounts (role, email, name, password_hash, password_generated)
    select 'reseller', 'seed-' || n || '@example.com', 'Seed ' || n, '-', false from generate_series(1, ${count}::int) n`;
  await sql`insert into resellers (id, level)
    select id, (array['smart_earner', 'affiliate', 'top_user', 'api'])[1 + id % 4] from accounts`;
  await sql`insert into wallets (reseller_id) select id from resellers`;
}

async function seedPurchases(
  sql: postgres.TransactionSql,
  resellers: number,
  count: number,
  ofFirst: number,
): Promise<void> {
  await sql`insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, wallet_before, wallet_after, state, placed_at, deadline_at, settled_at, settled_by, outcome, upstream_id)
    select 'DT' || lpad(n::text, 16, '0'), who.ids[1 + case when n / 7 % 10 < ${ofFirst}::int then 0 else n % ${resellers} end], 'seed-' || n, (array['web', 'api', 'batch', 'shop'])[1 + n % 4], 'affiliate',
      1 + n % 60, 1 + n % 4, (array['MTN', 'GLO', '9MOBILE', 'AIRTEL'])[1 + n % 4], 'SME', '1', 'GB', '30 Days',
      '+23480' || lpad((n % 100000)::text, 8, '3'), 30000 + (n % 7) * 1000, 28000 + (n % 7) * 1000, 0, 0,
      case when n % 20 = 0 then 'failed' else 'successful' end, t.at, t.at + interval '15 minutes', t.at + interval '3 seconds', 'answer',
      'seed', n::text
    from (select array_agg(id order by id) as ids from accounts) who
    cross join generate_series(1, ${count}::int) n
    cross join lateral (select now() - interval '90 days' * (1 - n::float8 / ${count}) as at) t`;
}

async function seedAttempts(sql: postgres.TransactionSql): Promise<void> {
  await sql`insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, note, http_status, upstream_id, amount,
      cost, balance_before, balance_after)
    select 1, id, 'seed', placed_at, settled_at, state, 'seed', 200, upstream_id, cost, cost, 100000000, 100000000 - cost from purchases order by id`;
}

/** One credit per reseller, then a hold and its end for each purchase, with running balances. */
async function seedJournals(sql: postgres.TransactionSql, which = sql``): Promise<void> {
  await sql`insert into journals (reseller_id, kind, actor, reason, at)
    select id, 'credit', 'system:seed', 'seed', now() - interval '91 days' from resellers order by id`;
  await sql`insert into journals (reseller_id, kind, purchase_id, actor, at)
    select p.reseller_id, case when step = 1 then 'hold' when p.state = 'failed' then 'release' else 'settle' end, p.id,
      'system:seed', case when step = 1 then p.placed_at else p.settled_at end
    from purchases p cross join generate_series(1, 2) step ${which} order by p.id, step`;
  await sql`insert into entries (journal_id, reseller_id, account, amount, balance)
    select id, reseller_id, account, amount, sum(amount) over (partition by reseller_id, account order by id)
    from (
      select j.id, j.reseller_id, side.account, side.sign * coalesce(p.price, 100000000000) as amount
      from journals j left join purchases p on p.id = j.purchase_id
      join (values ('credit', 'funding', -1), ('credit', 'wallet', 1), ('hold', 'wallet', -1), ('hold', 'held', 1),
        ('settle', 'held', -1), ('settle', 'sales', 1), ('release', 'held', -1), ('release', 'wallet', 1)
      ) as side (kind, account, sign) on side.kind = j.kind
    ) moves order by id, account`;
}

async function seedAudit(sql: postgres.TransactionSql): Promise<void> {
  await sql`insert into audit (at, actor, action, subject, subject_id, reseller_id, journal_id)
    select j.at, j.actor, 'purchase.' || j.kind, 'purchase', coalesce(p.ident, j.reseller_id::text), j.reseller_id, j.id
    from journals j left join purchases p on p.id = j.purchase_id order by j.id`;
}
