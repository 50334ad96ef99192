import { eq, type SQL, sql } from "drizzle-orm";
import { shopPlans, shopRules, shops } from "#db/schema/shop";
import { sellers } from "#lib/account/reseller/may-buy";
import type { Ctx, Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { acceptsPurchases } from "#lib/purchase/place/hold";
import type { RetailPolicy, RetailRule } from "./retail.ts";

/** A shop with everything that its prices come from. */
export interface Shop {
  row: typeof shops.$inferSelect;
  /** Its owner's, whose prices it pays. */
  level: Level;
  /** Its owner may buy. */
  maySell: boolean;
  /** Purchases are taken at all. */
  accepting: boolean;
  /** It is closed, or its owner's account is. */
  closed: boolean;
  policy: RetailPolicy;
  rules: (RetailRule & { id: number })[];
  hidden: ReadonlySet<number>;
}

/** The one shop for which `which` holds, whoever asks; undefined when there is none. */
export async function loadShop(ctx: Ctx, which: SQL): Promise<Shop | undefined> {
  const [found] = await ctx.db
    .select({
      row: shops,
      level: sql<Level>`seller.level`,
      maySell: sql<boolean>`seller.may_sell`,
      accepting: sql<boolean>`${acceptsPurchases()}`,
      closed: sql<boolean>`seller.closed or ${shops.state} = 'closed'`,
    })
    .from(shops)
    .innerJoin(sql`(${sellers()}) seller`, sql`seller.id = ${shops.resellerId}`)
    .where(which);
  if (!found) return undefined;
  const { id, rounding } = found.row;
  const [rules, plans] = await Promise.all([
    ctx.db.select().from(shopRules).where(eq(shopRules.shopId, id)).orderBy(shopRules.id),
    ctx.db.select().from(shopPlans).where(eq(shopPlans.shopId, id)),
  ]);
  const own = new Map<number, Minor>();
  for (const { planId, price } of plans) if (price !== null) own.set(planId, price);
  const hidden = new Set(plans.filter((plan) => plan.hidden).map((plan) => plan.planId));
  return { ...found, rules, hidden, policy: { rules, own, rounding } };
}
