import { sql } from "drizzle-orm";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { type Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
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

/** A page of what was moved by hand over all wallets, newest first. Admins only. */
export async function handMoves(ctx: Ctx, cursor: Cursor, size = 25): Promise<Page<HandMoveView>> {
  requireAdmin(ctx);
  const conditions = [
    sql`p.kind in ('credit', 'debit', 'claw_back', 'correction')`,
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
