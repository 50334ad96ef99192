import { sql } from "drizzle-orm";
import { z } from "zod";
import { actorNames } from "#lib/audit/actor-names";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { Cursor, type Order, type Page, pageConditions, pageOrder, toPage, where } from "#lib/core/page";
import { Words } from "#lib/core/words";
import { type FundingRow, type FundingView, fromFundingRow, fundingColumns } from "./funding-view.ts";

/** A funding request as an admin decides on it. */
export interface AskedFunding extends FundingView {
  reseller: { id: number; name: string; wallet: Minor };
  /** Other requests that were not refused name the same bank reference. */
  seenBefore: number;
  /** Who decided it, by name; null while it waits. */
  decidedBy: string | null;
}

type Row = FundingRow &
  Record<"reseller_id" | "name" | "wallet" | "seen_before", string> & {
    decided_by: string | null;
  };

export const FUNDING_STATES = ["pending", "approved", "refused"] as const;

/** The filters of the list, as they stand in an address; what makes no sense is left out. */
export const FundingFilter = z.object({
  state: z.enum(FUNDING_STATES).optional().catch(undefined),
  /** A bank reference, or a reseller's e-mail. */
  q: Words.min(1).max(100).optional().catch(undefined),
});
export type FundingFilter = z.infer<typeof FundingFilter>;

export const ListFundingInput = FundingFilter.extend(Cursor.shape);
export type ListFundingInput = z.infer<typeof ListFundingInput>;

const PAGE_SIZE = 25;

/** A page of the funding requests that wait, the longest first. Admins only. */
export function listPending(ctx: Ctx, input: Cursor = {}, size = PAGE_SIZE): Promise<Page<AskedFunding>> {
  return read(ctx, { ...input, state: "pending" }, size, "oldest");
}

/** A page of all funding requests, newest first. Admins only. */
export function listFunding(
  ctx: Ctx,
  input: ListFundingInput,
  size = PAGE_SIZE,
): Promise<Page<AskedFunding>> {
  return read(ctx, input, size, "newest");
}

async function read(
  ctx: Ctx,
  input: ListFundingInput,
  size: number,
  order: Order,
): Promise<Page<AskedFunding>> {
  requireAdmin(ctx);
  const { state, q } = input;
  const conditions = [
    ...(state ? [sql`p.state = ${state}`] : []),
    ...(q
      ? [
          sql`(lower(p.bank_reference) = lower(${q}) or p.reseller_id = (select id from accounts where lower(email) = lower(${q})))`,
        ]
      : []),
    ...pageConditions(input, order),
  ];
  const rows = await ctx.db.execute<Row>(sql`
    select ${fundingColumns}, p.reseller_id, a.name, w.wallet, p.decided_by,
      (select count(*) from funding_requests o
        where lower(o.bank_reference) = lower(p.bank_reference) and o.id <> p.id and o.state <> 'refused') as seen_before
    from funding_requests p join accounts a on a.id = p.reseller_id join wallets w on w.reseller_id = p.reseller_id
    ${where(conditions)} ${pageOrder(input, size, order)}`);
  const names = await actorNames(
    ctx,
    rows.flatMap(({ decided_by }) => decided_by ?? []),
  );
  return toPage(rows, input, size, (row) => ({
    ...fromFundingRow(row),
    reseller: { id: Number(row.reseller_id), name: row.name, wallet: BigInt(row.wallet) },
    seenBefore: Number(row.seen_before),
    decidedBy: row.decided_by === null ? null : (names.get(row.decided_by) ?? row.decided_by),
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
