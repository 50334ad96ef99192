import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { Day } from "#lib/core/day";
import type { Minor } from "#lib/core/money";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { endOfDay, startOfDay } from "#lib/core/time";
import { walletOwner } from "./wallet.ts";

export const KINDS = ["credit", "debit", "claw_back", "correction", "hold", "release", "reversal"] as const;
export type Kind = (typeof KINDS)[number];

/** What a statement can be narrowed to, as it stands in an address; what makes no sense is left out. */
export const StatementFilter = z.object({
  kind: z.enum(KINDS).optional().catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
});
export type StatementFilter = z.infer<typeof StatementFilter>;

export const StatementInput = StatementFilter.extend(Cursor.shape).extend({
  /** Admins only: whose. */
  resellerId: z.coerce.number<string | number>().int().positive().optional(),
});
export type StatementInput = z.infer<typeof StatementInput>;

/** One line of a wallet's statement, money in minor units. */
export interface EntryView {
  journalId: number;
  at: Date;
  kind: Kind;
  /** Below zero when it left the wallet. */
  amount: Minor;
  /** The wallet after it. */
  balance: Minor;
  reason: string | null;
  /** Who moved it, as `actorName` says it. */
  actor: string;
  purchaseId: number | null;
  /** The entry that this one undoes, and the one that undid it. */
  reversesId: number | null;
  reversedById: number | null;
}

type Row = Record<"id" | "at_ms" | "kind" | "amount" | "balance" | "actor", string> &
  Record<"reason" | "purchase_id" | "reverses_id" | "reversed_by", string | null>;

const PAGE_SIZE = 50;

/** A page of a wallet's entries, newest first, with the balance after each: one's own, for admins a reseller's. */
export async function statement(ctx: Ctx, input: StatementInput, size = PAGE_SIZE): Promise<Page<EntryView>> {
  const owner = walletOwner(ctx, input.resellerId);
  const conditions = [
    sql`p.reseller_id = ${owner} and p.kind <> 'settle'`,
    ...(input.kind ? [sql`p.kind = ${input.kind}`] : []),
    ...dayConditions(owner, input),
    ...pageConditions(input),
  ];
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, (extract(epoch from p.at) * 1000)::bigint as at_ms, p.kind, e.amount, e.balance, p.reason, p.actor,
      p.purchase_id, p.reverses_id, (select id from journals where reverses_id = p.id) as reversed_by
    from journals p cross join lateral (
      select amount, balance from entries where journal_id = p.id and account = 'wallet' limit 1) e
    ${where(conditions)} ${pageOrder(input, size)}`);
  return toPage(rows, input, size, view);
}

/**
 * A wallet's journals have the order of their time, but for transactions that waited for one another. An hour more
 * on either side is surely enough, and lets the index end the search where the days end.
 */
function dayConditions(owner: number, { from, to }: StatementFilter): SQL[] {
  const start = from && sql`${startOfDay(from).toISOString()}::timestamptz`;
  const end = to && sql`${endOfDay(to).toISOString()}::timestamptz`;
  return [
    ...(start
      ? [
          sql`p.at >= ${start}`,
          sql`p.id > coalesce((select id from journals where reseller_id = ${owner}
            and at < ${start} - interval '1 hour' order by at desc limit 1), 0)`,
        ]
      : []),
    ...(end
      ? [
          sql`p.at < ${end}`,
          sql`p.id < coalesce((select id from journals where reseller_id = ${owner}
            and at >= ${end} + interval '1 hour' order by at limit 1), 9223372036854775807)`,
        ]
      : []),
  ];
}

function view(row: Row): EntryView {
  const id = (text: string | null) => (text === null ? null : Number(text));
  return {
    journalId: Number(row.id),
    at: new Date(Number(row.at_ms)),
    kind: row.kind as Kind,
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
    reason: row.reason,
    actor: row.actor,
    purchaseId: id(row.purchase_id),
    reversesId: id(row.reverses_id),
    reversedById: id(row.reversed_by),
  };
}
