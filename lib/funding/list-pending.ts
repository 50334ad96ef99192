import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { type FundingRow, type FundingView, fromFundingRow, fundingColumns } from "./funding-view.ts";

/** A funding request as an admin decides on it. */
export interface PendingFunding extends FundingView {
  reseller: { id: number; name: string; wallet: Minor };
  /** Other requests that were not refused name the same bank reference. */
  seenBefore: number;
}

type Row = FundingRow & Record<"reseller_id" | "name" | "wallet" | "seen_before", string>;

/** The funding requests that wait, the longest first. Admins only. */
export async function listPending(ctx: Ctx): Promise<PendingFunding[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<Row>(sql`
    select ${fundingColumns}, p.reseller_id, a.name, w.wallet,
      (select count(*) from funding_requests o
        where lower(o.bank_reference) = lower(p.bank_reference) and o.id <> p.id and o.state <> 'refused') as seen_before
    from funding_requests p join accounts a on a.id = p.reseller_id join wallets w on w.reseller_id = p.reseller_id
    where p.state = 'pending' order by p.id limit 100`);
  return rows.map((row) => ({
    ...fromFundingRow(row),
    reseller: { id: Number(row.reseller_id), name: row.name, wallet: BigInt(row.wallet) },
    seenBefore: Number(row.seen_before),
  }));
}

/** How many wait. Admins only. */
export async function countPending(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ count: string }>(
    sql`select count(*) from funding_requests where state = 'pending'`,
  );
  return Number(row?.count ?? 0);
}
