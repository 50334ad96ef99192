import { and, eq, sql } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { SearchResult } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { readOrderReference } from "#lib/core/text/search-text";
import { orderAlias } from "./order-view.ts";

/** Finds the order of the acting reseller's shop by its reference, for the command palette. */
export async function searchOrders(ctx: Ctx, q: string): Promise<SearchResult[]> {
  const { id } = requireReseller(ctx);
  const reference = readOrderReference(q);
  if (!reference) return [];
  const o = orderAlias;
  const rows = await ctx.db
    .select({
      reference: o.reference,
      price: o.price,
      networkName: o.networkName,
      size: o.size,
      volume: o.volume,
    })
    .from(o)
    .where(
      and(
        sql`${o.shopId} = (select ${shops.id} from ${shops} where ${shops.resellerId} = ${id})`,
        eq(o.reference, reference),
      ),
    );
  return rows.map(({ reference, price, ...plan }) => ({
    href: `/shop?${new URLSearchParams({ show: "all", q: formatOrderReference(reference) })}`,
    title: `Order ${formatOrderReference(reference)}, ${formatPlanName(plan)}`,
    note: `Shop, ${formatMoney(price)}`,
  }));
}
