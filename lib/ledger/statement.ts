import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { endOfDay, startOfDay } from "#lib/core/time";
import { walletOwner } from "./wallet.ts";

export const KINDS = ["credit", "debit", "claw_back", "correction", "hold", "release", "reversal"] as const;
export type Kind = (typeof KINDS)[number];

/** What a statement can be narrowed to, as it stands in an address; what makes no sense is left out. */
export const StatementFilter = z.object({
  kind: z.enum(KINDS).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
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

type Row = Record<"id" | "journal_id" | "at_ms" | "kind" | "amount" | "balance" | "actor", string> &
  Record<"reason" | "purchase_id" | "reverses_id" | "reversed_by", string | null>;

const PAGE_SIZE = 50;

/** A page of a wallet's entries, newest first, with the balance after each: one's own, for admins a reseller's. */
export async function statement(ctx: Ctx, input: StatementInput, size = PAGE_SIZE): Promise<Page<EntryView>> {
  const owner = walletOwner(ctx, input.resellerId);
  const conditions = [
    sql`p.reseller_id = ${owner} and p.account = 'wallet' and j.reseller_id = ${owner}`,
    ...filterConditions(input),
    ...pageConditions(input),
  ];
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, p.journal_id, (extract(epoch from j.at) * 1000)::bigint as at_ms, j.kind, p.amount, p.balance,
      j.reason, j.actor, j.purchase_id, j.reverses_id, r.id as reversed_by
    from entries p join journals j on j.id = p.journal_id left join journals r on r.reverses_id = j.id
    ${where(conditions)} ${pageOrder(input, size)}`);
  return toPage(rows, input, size, view);
}

function filterConditions({ kind, from, to }: StatementFilter): SQL[] {
  return [
    ...(kind ? [sql`j.kind = ${kind}`] : []),
    ...(from ? [sql`j.at >= ${startOfDay(from).toISOString()}::timestamptz`] : []),
    ...(to ? [sql`j.at < ${endOfDay(to).toISOString()}::timestamptz`] : []),
  ];
}

function view(row: Row): EntryView {
  const id = (text: string | null) => (text === null ? null : Number(text));
  return {
    journalId: Number(row.journal_id),
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
