import { eq, type SQL, sql } from "drizzle-orm";
import { shopPlans, shopRules, shopSlugs, shops } from "#db/schema/shop";
import { sellers } from "#lib/account/reseller/may-buy";
import { current } from "#lib/catalogue/current";
import type { Ctx, Level } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { acceptsPurchases } from "#lib/purchase/place/hold";
import { Slug } from "./fields.ts";
import { type OfferView, offersOf } from "./offers.ts";
import { PaymentWays } from "./payment-way.ts";
import type { RetailPolicy, RetailRule } from "./retail.ts";
import { faceOf, type ShopFace } from "./shop-view.ts";

/** A shop as a customer sees it. `slug` is its address of today, also when it was found under a former one. */
export interface ShopView extends ShopFace {
  /** Why it takes no orders now, in words for customers; null when it does. */
  paused: string | null;
  /** What can be ordered now: nothing while it is paused because plans cannot be had. */
  offers: OfferView[];
  /** Which ways to pay it has. */
  pays: ("bank" | "mobile_money" | "cash")[];
  /** Minutes that an order waits for its payment. */
  payWithin: number;
}

/** A shop by its address, for anyone. @throws not_found when there is none, or it is closed. */
export async function getShop(ctx: Ctx, input: { slug: string }): Promise<ShopView> {
  return (await loadShopView(ctx, input.slug)).view;
}

/** The same for this room, with the row behind it. */
export async function loadShopView(ctx: Ctx, slug: string): Promise<{ row: Shop["row"]; view: ShopView }> {
  const [shop, catalogue] = await Promise.all([
    loadShop(ctx, sql`${shops.id} = ${shopIdBySlug(slug)}`),
    current(ctx),
  ]);
  if (!shop || shop.closed) throw notFound("shop");
  const served = shop.accepting && catalogue.fresh;
  const view = {
    ...faceOf(shop.row),
    paused: whyPaused(shop, served),
    offers: served && shop.maySell ? offersOf(shop, catalogue) : [],
    pays: PaymentWays.parse(shop.row.payments).map((way) => way.kind),
    payWithin: shop.row.payWithin,
  };
  return { row: shop.row, view };
}

function whyPaused({ row, maySell }: Shop, served: boolean): string | null {
  if (row.state === "paused" || !maySell)
    return "The shop takes no new orders at the moment. Please come back later.";
  if (!served) return "Data cannot be delivered at the moment. Please come back a little later.";
  return null;
}

/** How to reach a shop, also while it is closed. */
export interface ShopContact extends Pick<ShopFace, "slug" | "name" | "phone" | "whatsapp"> {
  closed: boolean;
}

/** Who the shop at an address is, for anyone; undefined where there is none. One that an admin closed names no contact. */
export async function shopContact(ctx: Ctx, input: { slug: string }): Promise<ShopContact | undefined> {
  const shop = await loadShop(ctx, sql`${shops.id} = ${shopIdBySlug(input.slug)}`);
  if (!shop) return undefined;
  const { slug, name, phone, whatsapp } = faceOf(shop.row);
  const reached = shop.row.closedBy === "admin" ? { phone: null, whatsapp: null } : { phone, whatsapp };
  return { slug, name, ...reached, closed: shop.closed };
}

/** A shop with everything that its prices come from. */
interface Shop {
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

/** A query for the id of the shop that has or had this address; it finds nothing for what cannot be one. */
export function shopIdBySlug(slug: string): SQL {
  const named = Slug.safeParse(slug);
  if (!named.success || named.data !== slug) return sql`(select null::bigint)`;
  return sql`(select ${shopSlugs.shopId} from ${shopSlugs} where ${shopSlugs.slug} = ${slug})`;
}
