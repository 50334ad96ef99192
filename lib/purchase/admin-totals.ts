import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { where } from "#lib/core/page";
import { filterConditions, type PurchaseFilter } from "./filter.ts";
import { type Sums, sums } from "./sums.ts";

export interface AdminTotals {
  count: number;
  delivered: number;
  /** Of what was delivered, in minor units. */
  sales: Minor;
  margin: Minor;
  /** What open purchases hold, in minor units. */
  held: Minor;
}

/**
 * The sums over all purchases that a filter finds. Admins only. Without a search or a reseller they come from days
 * that were added up before, as far as those still hold.
 */
export async function adminTotals(ctx: Ctx, filter: PurchaseFilter): Promise<AdminTotals> {
  requireAdmin(ctx);
  const { from, to, network, plan, q, reseller, state } = filter;
  if (q || reseller !== undefined) return countThem(ctx, filter);
  return inState(await sums(ctx, { from, to, networkId: network, planId: plan }), state);
}

function inState(all: Sums, state: PurchaseFilter["state"]): AdminTotals {
  const { delivered, failed, cancelled, reversed, open, unconfirmed, sales, cost } = all;
  const none = { count: 0, delivered: 0, sales: 0n, margin: 0n, held: 0n };
  const margin = sales - cost;
  switch (state) {
    case "successful":
      return { ...none, count: delivered, delivered, sales, margin };
    case "failed":
      return { ...none, count: failed };
    case "cancelled":
      return { ...none, count: cancelled };
    case "reversed":
      return { ...none, count: reversed };
    case "open":
      return { ...none, count: open, held: all.heldOpen };
    case "unconfirmed":
      return { ...none, count: unconfirmed, held: all.heldUnconfirmed };
    case undefined: {
      const count = delivered + failed + cancelled + reversed + open + unconfirmed;
      return { count, delivered, sales, margin, held: all.heldOpen + all.heldUnconfirmed };
    }
  }
}

/** What is found by its own index is few enough to be counted. */
async function countThem(ctx: Ctx, filter: PurchaseFilter): Promise<AdminTotals> {
  const [row] = await ctx.db.execute<Record<"count" | "delivered" | "sales" | "margin" | "held", string>>(sql`
    select count(*) as count, count(*) filter (where state = 'successful') as delivered,
      coalesce(sum(price) filter (where state = 'successful'), 0) as sales,
      coalesce(sum(price - cost) filter (where state = 'successful'), 0) as margin,
      coalesce(sum(price) filter (where state in ('queued', 'sending', 'unconfirmed')), 0) as held
    from purchases p ${where(filterConditions(filter, true))}`);
  return {
    count: Number(row?.count ?? 0),
    delivered: Number(row?.delivered ?? 0),
    sales: BigInt(row?.sales ?? 0),
    margin: BigInt(row?.margin ?? 0),
    held: BigInt(row?.held ?? 0),
  };
}
