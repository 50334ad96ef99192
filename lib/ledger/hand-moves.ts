import { sql } from "drizzle-orm";
import { z } from "zod";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Day } from "#lib/core/day";
import type { Minor } from "#lib/core/money";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { endOfDay, startOfDay } from "#lib/core/time";
import { Words } from "#lib/core/words";
import type { Kind } from "./statement.ts";

/** Money that somebody moved by hand, whoever's it was. */
export interface HandMoveView {
  journalId: number;
  at: Date;
  reseller: { id: number; name: string };
  kind: Extract<Kind, "credit" | "debit" | "claw_back" | "correction">;
  /** In minor units, below zero when it left the wallet. */
  amount: Minor;
  balance: Minor;
  reason: string | null;
  /** Who did it, by name where it is a person. */
  who: string;
}

type Row = Record<
  "id" | "at_ms" | "reseller_id" | "name" | "kind" | "amount" | "balance" | "actor",
  string
> & { reason: string | null };

export const HAND_KINDS = ["credit", "debit", "claw_back", "correction"] as const;

/** The filters of the list, as they stand in an address; what makes no sense is left out. */
export const HandFilter = z.object({
  kind: z.enum(HAND_KINDS).optional().catch(undefined),
  /** A reseller's e-mail. */
  q: Words.min(1).max(100).optional().catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
});
export type HandFilter = z.infer<typeof HandFilter>;

export const HandMovesInput = HandFilter.extend(Cursor.shape);
export type HandMovesInput = z.infer<typeof HandMovesInput>;

/** A page of what was moved by hand over all wallets, newest first. Admins only. */
export async function handMoves(ctx: Ctx, cursor: HandMovesInput, size = 25): Promise<Page<HandMoveView>> {
  requireAdmin(ctx);
  const { kind, q, from, to } = cursor;
  const conditions = [
    sql`p.kind in ('credit', 'debit', 'claw_back', 'correction')`,
    ...(kind ? [sql`p.kind = ${kind}`] : []),
    ...(q ? [sql`p.reseller_id = (select id from accounts where lower(email) = lower(${q}))`] : []),
    ...(from ? [sql`p.at >= ${startOfDay(from).toISOString()}::timestamptz`] : []),
    ...(to ? [sql`p.at < ${endOfDay(to).toISOString()}::timestamptz`] : []),
    ...pageConditions(cursor),
  ];
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, (extract(epoch from p.at) * 1000)::bigint as at_ms, p.reseller_id, a.name, p.kind, e.amount, e.balance,
      p.actor, p.reason
    from journals p join entries e on e.journal_id = p.id and e.account = 'wallet' join accounts a on a.id = p.reseller_id
    ${where(conditions)} ${pageOrder(cursor, size)}`);
  const names = await actorNames(
    ctx,
    rows.map(({ actor }) => actor),
  );
  return toPage(rows, cursor, size, (row) => ({
    journalId: Number(row.id),
    at: new Date(Number(row.at_ms)),
    reseller: { id: Number(row.reseller_id), name: row.name },
    kind: row.kind as HandMoveView["kind"],
    amount: BigInt(row.amount),
    balance: BigInt(row.balance),
    reason: row.reason,
    who: names.get(row.actor) ?? row.actor,
  }));
}
