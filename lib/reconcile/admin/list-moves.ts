import { sql } from "drizzle-orm";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { csv } from "#lib/core/csv";
import { decimalText } from "#lib/core/money";
import { allPages, type Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import type { MoveView } from "../view.ts";

const PAGE_SIZE = 25;

type Row = Record<"id" | "amount" | "earliest" | "latest" | "reason" | "actor" | "at", string>;

/** A page of the recorded moves of the upstream's balance, newest first. Admins only. */
export async function listMoves(ctx: Ctx, input: Cursor = {}, size = PAGE_SIZE): Promise<Page<MoveView>> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, p.amount, p.earliest, p.latest, p.reason, p.actor, p.at from upstream_moves p
    ${where(pageConditions(input))} ${pageOrder(input, size)}`);
  const names = await actorNames(
    ctx,
    rows.map(({ actor }) => actor),
  );
  return toPage(rows, input, size, (row) => ({
    id: Number(row.id),
    amount: BigInt(row.amount),
    earliest: new Date(row.earliest),
    latest: new Date(row.latest),
    reason: row.reason,
    who: names.get(row.actor) ?? row.actor,
    at: new Date(row.at),
  }));
}

/** The number of the last move of the balance that somebody recorded; 0 when there is none. Admins only. */
export async function lastMove(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ last: string }>(
    sql`select coalesce(max(id), 0) as last from upstream_moves`,
  );
  return Number(row?.last ?? 0);
}

const CHUNK = 500;

/** Every recorded move of the upstream's balance as CSV, streamed. Admins only. */
export function exportMoves(ctx: Ctx): AsyncGenerator<string> {
  requireAdmin(ctx);
  return csv(
    ["number", "recorded", "amount", "earliest", "latest", "reason", "by"],
    allPages(
      (after) => listMoves(ctx, { after }, CHUNK),
      ({ id, at, amount, earliest, latest, reason, who }) => [
        ...[id, at, decimalText(amount), earliest, latest, reason, who],
      ],
    ),
  );
}
