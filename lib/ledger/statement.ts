import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { entries, journals } from "#db/schema/ledger";
import type { Ctx } from "#lib/core/context";
import { buildDayConditions, buildIdBounds } from "#lib/core/list/filter-days";
import type { ListFilter, ListSlice } from "#lib/core/list/list";
import { minor, readRows, textOf } from "#lib/core/read-rows";
import { Day } from "#lib/core/time/day";
import { ENTRY_LABELS, type EntryKind } from "./entry-labels.ts";

export const statementFilter = { kind: z.enum(Object.keys(ENTRY_LABELS) as EntryKind[]), from: Day, to: Day };
type StatementFilter = ListFilter<typeof statementFilter>;

/**
 * A part of the entries of a wallet, newest first, with the balance after each;
 * in minor units. Rights are the caller's.
 */
export async function readEntries(ctx: Ctx, owner: number, filter: StatementFilter, slice: ListSlice) {
  const p = alias(journals, "p");
  const e = ctx.db
    .select({ amount: entries.amount, balance: entries.balance })
    .from(entries)
    .where(and(eq(entries.journalId, p.id), eq(entries.account, "wallet")))
    .limit(1)
    .as("e");
  const rows = await ctx.db
    .select({
      id: p.id,
      at: p.at,
      kind: sql<EntryKind>`${p.kind}`,
      /** Below zero when it left the wallet. */
      amount: e.amount,
      balance: e.balance,
      reason: p.reason,
      purchaseId: p.purchaseId,
      /** The entry that this one undoes, and the one that undid it. */
      reversesId: p.reversesId,
      reversedById: sql`(select id from journals where reverses_id = p.id)`.mapWith(p.reversesId) as SQL<
        number | null
      >,
    })
    .from(p)
    .crossJoinLateral(e)
    .where(and(...entryConditions(owner, filter), ...slice.conditions))
    .orderBy(slice.orderBy)
    .limit(slice.limit);
  return slice.page(rows, ({ id, ...entry }) => ({ journalId: id, ...entry }));
}

/** The same entries for a file: journals `p`, each with its entry `e`. Rights are the caller's. */
export const buildEntriesCsvQuery = (owner: number, filter: StatementFilter) => ({
  from: sql`journals p cross join lateral (
    select amount, balance from entries where journal_id = p.id and account = 'wallet' limit 1) e`,
  conditions: entryConditions(owner, filter),
});

/**
 * Adds up the entries of some kinds in a wallet, with those days, in minor units;
 * below zero when it left. Rights are the caller's.
 */
export async function sumEntriesByKind<K extends EntryKind>(
  ctx: Ctx,
  owner: number,
  kinds: readonly K[],
  days: Pick<StatementFilter, "from" | "to">,
): Promise<Record<K, bigint>> {
  const { from, conditions } = buildEntriesCsvQuery(owner, days);
  const rows = await readRows(ctx.db, z.object({ kind: textOf<K>(), amount: minor }))`
    select p.kind, sum(e.amount) as amount
    from ${from}
    where ${sql.join(conditions, sql` and `)}
      and p.kind not in ('hold', 'settle', 'release') and p.kind in ${[...kinds]}
    group by p.kind`;
  const sums = kinds.map((kind) => [kind, rows.find((row) => row.kind === kind)?.amount ?? 0n]);
  return Object.fromEntries(sums);
}

const entryConditions = (owner: number, filter: StatementFilter): SQL[] => [
  sql`p.reseller_id = ${owner} and p.kind <> 'settle'`,
  ...(filter.kind ? [sql`p.kind = ${filter.kind}`] : []),
  ...buildDayConditions(sql`p.at`, filter),
  ...buildIdBounds(
    sql`p.id`,
    sql`at`,
    filter,
    (nearest) => sql`select id from journals where reseller_id = ${owner} and ${nearest}`,
  ),
];
