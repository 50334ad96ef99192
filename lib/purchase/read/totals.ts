import { and, count, type SQL, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { type Ctx, requireAdmin, requireBuyer } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { type Sums, sums } from "../report/sums.ts";
import { p } from "./columns.ts";
import { filterConditions, type PurchaseFilter } from "./filter.ts";

export interface Totals {
  count: number;
  /** Delivered: how many, and what they cost the reseller in minor units. */
  delivered: number;
  spent: Minor;
  /** Still open: what they hold in minor units. */
  held: Minor;
}

/** The sums over all of the acting reseller's purchases that a filter finds. */
export async function totals(ctx: Ctx, filter: PurchaseFilter): Promise<Totals> {
  const { id } = requireBuyer(ctx);
  const { count, delivered, sales, held } = await addUp(ctx, { ...filter, reseller: id }, false);
  return { count, delivered, spent: sales, held };
}

/** The sums over all purchases that a filter finds. Admins only. */
export async function adminTotals(ctx: Ctx, filter: PurchaseFilter): Promise<AddedUp> {
  requireAdmin(ctx);
  return addUp(ctx, filter, true);
}

export interface AddedUp {
  count: number;
  delivered: number;
  /** Of what was delivered, in minor units. */
  sales: Minor;
  margin: Minor;
  /** What open purchases hold, in minor units. */
  held: Minor;
}

/**
 * What the purchases that a filter finds add up to. Without a search it comes from days that were added up before, as
 * far as those still hold. Rights are the caller's: `filter.reseller` is whose they are.
 */
export async function addUp(ctx: Ctx, filter: PurchaseFilter, forAdmin: boolean): Promise<AddedUp> {
  const { from, to, network, plan, state } = filter;
  const found = await resellerOf(ctx, filter, forAdmin);
  if (found === "searched") return countThem(ctx, filter, forAdmin);
  const resellerIds = found === undefined ? undefined : ([found] as const);
  return inState(await sums(ctx, { from, to, networkId: network, planId: plan, resellerIds }), state);
}

/** Whose purchases all that a filter finds are, if it searches for nothing else: an admin's search for an e-mail is that. */
async function resellerOf(
  ctx: Ctx,
  filter: PurchaseFilter,
  forAdmin: boolean,
): Promise<number | undefined | "searched"> {
  const { q, reseller } = filter;
  if (filter.run !== undefined) return "searched";
  if (!q) return reseller;
  if (!forAdmin || !q.includes("@")) return "searched";
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${q})`);
  const id = account?.id;
  return id === undefined || (reseller !== undefined && reseller !== id) ? "searched" : id;
}

function inState(all: Sums, state: PurchaseFilter["state"]): AddedUp {
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

/** What a search finds is few enough to be counted. */
async function countThem(ctx: Ctx, filter: PurchaseFilter, forAdmin: boolean): Promise<AddedUp> {
  const conditions = filterConditions(filter, forAdmin);
  if (!forAdmin) conditions.push(sql`p.reseller_id = ${filter.reseller}`);
  const sum = (amounts: SQL, which: SQL) =>
    sql`coalesce(sum(${amounts}) filter (where ${which}), 0)`.mapWith(p.price);
  const delivered = sql`${p.state} = 'successful'`;
  const [found] = await ctx.db
    .select({
      count: count(),
      delivered: sql`count(*) filter (where ${delivered})`.mapWith(Number),
      sales: sum(sql`${p.price}`, delivered),
      margin: sum(sql`${p.price} - ${p.cost}`, delivered),
      held: sum(sql`${p.price}`, sql`${p.state} in ('queued', 'sending', 'unconfirmed')`),
    })
    .from(p)
    .where(and(...conditions));
  if (!found) throw new Error("a sum has one row");
  return found;
}
