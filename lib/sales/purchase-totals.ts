import { and, count, type SQL, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { type Ctx, requireAdmin, requireBuyer } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { isUnsettled } from "#lib/core/purchase-state";
import { purchaseRow } from "#lib/purchase/read/purchase-columns";
import { buildPurchaseListConditions, type PurchaseFilter } from "#lib/purchase/read/purchase-filter";
import { applyNamedDays, type Searcher } from "#lib/purchase/read/purchase-search";
import { type PurchaseSums, sumPurchases } from "./purchase-sums.ts";

export async function getPurchaseTotals(ctx: Ctx, filter: PurchaseFilter) {
  const resellerId = requireBuyer(ctx).id;
  const typed = { ...filter, reseller: resellerId };
  const { count, delivered, sales: spent, held, from, to } = await computePurchaseTotals(ctx, typed, false);
  return { count, delivered, spent, held, from, to };
}

/** Sums all purchases that match a filter. Admins only. */
export async function getAdminPurchaseTotals(ctx: Ctx, filter: PurchaseFilter): Promise<PurchaseTotals> {
  requireAdmin(ctx);
  return computePurchaseTotals(ctx, filter, true);
}

interface PurchaseSummary {
  count: number;
  delivered: number;
  /** The sales of delivered purchases, in minor units. */
  sales: Minor;
  margin: Minor;
  /** The money held for open purchases, in minor units. */
  held: Minor;
}

/** The days that a filter or its search text names, with the sums. */
type PurchaseTotals = PurchaseSummary & Pick<PurchaseFilter, "from" | "to">;

/**
 * Sums the purchases that match a filter: without a search, a helper or a supplier from the stored sums of
 * days, where these are valid. The caller checks permissions, and sets `filter.reseller`.
 */
async function computePurchaseTotals(
  ctx: Ctx,
  typed: PurchaseFilter,
  forAdmin: boolean,
): Promise<PurchaseTotals> {
  const searcher = forAdmin ? "admin" : { resellerId: typed.reseller ?? 0 };
  const filter = await applyNamedDays(ctx, typed, searcher);
  const { from, to, network, plan, state } = filter;
  const reseller = await findFilteredReseller(ctx, filter, forAdmin);
  if (reseller === "searched") return { ...(await countMatches(ctx, filter, searcher)), from, to };
  const resellerIds = reseller === undefined ? undefined : ([reseller] as const);
  const sums = await sumPurchases(ctx, { from, to, networkId: network, planId: plan, resellerIds });
  return { ...selectStateTotals(sums, state), from, to };
}

/** Finds the reseller that a filter is for, if it searches for nothing else; an admin also by email. */
async function findFilteredReseller(
  ctx: Ctx,
  filter: PurchaseFilter,
  forAdmin: boolean,
): Promise<number | undefined | "searched"> {
  const { q, reseller, run, supplier, helper } = filter;
  if (run !== undefined || supplier !== undefined || helper !== undefined) return "searched";
  if (!q) return reseller;
  if (!forAdmin || !q.includes("@")) return "searched";
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${q})`);
  const id = account?.id;
  return id === undefined || (reseller !== undefined && reseller !== id) ? "searched" : id;
}

function selectStateTotals(all: PurchaseSums, state: PurchaseFilter["state"]): PurchaseSummary {
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

async function countMatches(
  ctx: Ctx,
  filter: PurchaseFilter,
  searcher: Exclude<Searcher, "api">,
): Promise<PurchaseSummary> {
  const conditions = await buildPurchaseListConditions(ctx, filter, searcher);
  if (searcher !== "admin") conditions.push(sql`p.reseller_id = ${filter.reseller}`);
  const sum = (amounts: SQL, which: SQL) =>
    sql`coalesce(sum(${amounts}) filter (where ${which}), 0)`.mapWith(purchaseRow.price);
  const delivered = sql`${purchaseRow.state} = 'successful'`;
  const [found] = await ctx.db
    .select({
      count: count(),
      delivered: sql`count(*) filter (where ${delivered})`.mapWith(Number),
      sales: sum(sql`${purchaseRow.price}`, delivered),
      margin: sum(
        sql`${purchaseRow.price} - coalesce(${purchaseRow.charged}, ${purchaseRow.cost})`,
        delivered,
      ),
      held: sum(sql`${purchaseRow.price}`, isUnsettled(purchaseRow.state)),
    })
    .from(purchaseRow)
    .where(and(...conditions));
  if (!found) throw new Error("a sum has one row");
  return found;
}
