import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { DiscrepancyView } from "./view.ts";

const MOST = 200;

/** What does not fit and nobody has looked at yet, newest first. Admins only. */
export async function listDiscrepancies(ctx: Ctx): Promise<DiscrepancyView[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<
    Record<"id" | "kind" | "detail" | "ident" | "seen_at", string> &
      Record<"amount" | "earliest" | "latest", string | null>
  >(sql`
    select d.id, d.kind, d.detail, p.ident, d.amount, d.earliest, d.latest, d.seen_at
    from discrepancies d join attempts a on a.id = d.attempt_id join purchases p on p.id = a.purchase_id
    where d.closed_at is null order by d.id desc limit ${MOST}`);
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => ({
    id: Number(row.id),
    kind: row.kind as DiscrepancyView["kind"],
    detail: row.detail,
    ident: row.ident,
    amount: row.amount === null ? null : BigInt(row.amount),
    earliest: date(row.earliest),
    latest: date(row.latest),
    seenAt: new Date(row.seen_at),
  }));
}
