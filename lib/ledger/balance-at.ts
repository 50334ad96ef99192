import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { instant, minor, readRow, readRows } from "#lib/core/read-rows";

/**
 * Sums all entries of a wallet before a moment, in minor units; rights are the caller's. Journal ids follow
 * `at` except in transactions that overlapped, and none lasts an hour. So this starts from the highest id in
 * the hour up to the last entry of an hour earlier, and adds the entries after it.
 */
export async function getBalanceAt(ctx: Ctx, owner: number, at: Date): Promise<Minor> {
  const moment = sql`${at.toISOString()}::timestamptz`;
  const entriesOf = (what: SQL, which: SQL) => sql`
    select ${what}
    from journals p
    cross join lateral (
      select amount, balance from entries where journal_id = p.id and account = 'wallet' limit 1) e
    where p.reseller_id = ${owner} and p.kind <> 'settle' and ${which}`;
  const untilEarlier = entriesOf(sql`e.balance`, sql`p.id <= (select id from earlier)`);
  const afterEarlier = entriesOf(
    sql`sum(e.amount)`,
    sql`p.at < ${moment} and p.at >= ${moment} - interval '2 hours' and p.id > (select id from earlier)`,
  );
  const { balance } = await readRow(ctx.db, z.object({ balance: minor }))`
    with last as materialized (
      select at
      from journals
      where reseller_id = ${owner} and at < ${moment} - interval '1 hour'
      order by at desc
      limit 1
    ),
    earlier as materialized (
      select coalesce(max(j.id), 0) as id
      from last
      join journals j on j.reseller_id = ${owner} and j.at <= last.at and j.at > last.at - interval '1 hour'
    )
    select
      coalesce((${untilEarlier} order by p.id desc limit 1), 0)
      + coalesce((${afterEarlier}), 0) as balance`;
  return balance;
}

/** When the first entry of a wallet was made; undefined before there is one. Rights are the caller's. */
export async function getFirstEntryDate(ctx: Ctx, owner: number): Promise<Date | undefined> {
  const [row] = await readRows(ctx.db, z.object({ at: instant }))`
    select at from journals where reseller_id = ${owner} order by at limit 1`;
  return row?.at;
}
