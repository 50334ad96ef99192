import { sql } from "drizzle-orm";
import type { PROPOSAL_KINDS } from "#db/schema/reconcile";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { Cursor, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";

/** What one admin wants to do with money and another has to confirm. Amounts in minor units. */
export interface WaitingView {
  id: number;
  kind: (typeof PROPOSAL_KINDS)[number];
  amount: Minor;
  /** Whose money it is; null for a change of the rules. */
  reseller: { id: number; name: string } | null;
  /** The purchase that it is about. */
  ident: string | null;
  /** As what that is to be settled. */
  outcome: "successful" | "failed" | null;
  reason: string;
  by: string;
  /** Whoever looks proposed it. */
  own: boolean;
  at: Date;
}

type Row = Record<"id" | "amount" | "by" | "proposed_by" | "reason" | "at_ms", string> &
  Record<"reseller_id" | "reseller_name" | "ident", string | null> &
  Pick<WaitingView, "kind" | "outcome">;

export const ListProposalsInput = Cursor;

/** A page of what waits for a second admin, the longest first. Admins only. */
export async function listProposals(ctx: Ctx, input: Cursor = {}, size = 25): Promise<Page<WaitingView>> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<Row>(sql`
    select p.id, p.kind, p.outcome, p.reason, p.proposed_by, coalesce(p.amount, bought.price) as amount,
      (extract(epoch from p.proposed_at) * 1000)::bigint as at_ms, proposer.name as by, bought.ident,
      reseller.id as reseller_id, reseller.name as reseller_name
    from decisions p join accounts proposer on proposer.id = p.proposed_by
    left join purchases bought on bought.id = p.purchase_id
    left join accounts reseller on reseller.id = coalesce(p.reseller_id, bought.reseller_id)
    ${where([sql`p.ended_at is null`, ...pageConditions(input, "oldest")])} ${pageOrder(input, size, "oldest")}`);
  const viewer = actorName(ctx.actor);
  return toPage(rows, input, size, (row) => ({
    id: Number(row.id),
    kind: row.kind,
    amount: BigInt(row.amount),
    reseller:
      row.reseller_id === null ? null : { id: Number(row.reseller_id), name: row.reseller_name ?? "" },
    ident: row.ident,
    outcome: row.outcome,
    reason: row.reason,
    by: row.by,
    own: `admin:${row.proposed_by}` === viewer,
    at: new Date(Number(row.at_ms)),
  }));
}

/** How many wait for a second admin. Admins only. */
export async function countProposals(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ count: string }>(
    sql`select count(*) from decisions where ended_at is null`,
  );
  return Number(row?.count ?? 0);
}
