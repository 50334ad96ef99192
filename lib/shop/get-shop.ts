import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { decoded, prepared } from "#db/prepared";
import { shopSlugs, shops } from "#db/schema/shop";
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
  const [shop, catalogue] = await Promise.all([loadShop(ctx, { slug }), current(ctx)]);
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
  const shop = await loadShop(ctx, input);
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

/** The one shop at an address of today or before, or of an owner, whoever asks; undefined when there is none. */
export async function loadShop(
  ctx: Ctx,
  which: { slug: string } | { resellerId: number },
): Promise<Shop | undefined> {
  if ("slug" in which && !isSlug(which.slug)) return undefined;
  const [found] = await ("slug" in which ? atSlug(ctx.db, which) : ofReseller(ctx.db, which));
  if (!found) return undefined;
  const row = decoded<Shop["row"]>(getTableColumns(shops), found);
  const rules = found.rules.map((rule) => ({ ...rule, value: BigInt(rule.value) }));
  const own = new Map<number, Minor>();
  for (const { planId, price } of found.plans) if (price !== null) own.set(planId, BigInt(price));
  const hidden = new Set(found.plans.filter((plan) => plan.hidden).map((plan) => plan.planId));
  const { level, maySell, accepting, closed } = found;
  return {
    ...{ row, level, maySell, accepting, closed, rules, hidden },
    policy: { rules, own, rounding: row.rounding },
  };
}

type Found = Record<string, unknown> &
  Pick<Shop, "level" | "maySell" | "accepting" | "closed"> & {
    rules: (Omit<Shop["rules"][number], "value"> & { value: string })[];
    plans: { planId: number; price: string | null; hidden: boolean }[];
  };

/** With every order and each look at a price list. */
const atSlug = prepared<{ slug: string }, Found>(
  ({ slug }) => sql`${shopWithPrices()} where ${shops.id} = ${shopIdAt(slug)}`,
);
const ofReseller = prepared<{ resellerId: number }, Found>(
  ({ resellerId }) => sql`${shopWithPrices()} where ${shops.resellerId} = ${resellerId}`,
);

const shopWithPrices = () => sql`
  select ${sql.join(Object.values(getTableColumns(shops)), sql`, `)}, seller.level, seller.may_sell as "maySell",
    ${acceptsPurchases("order")} as accepting, seller.closed or ${shops.state} = 'closed' as closed,
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'networkId', r.network_id, 'typeName', r.type_name,
      'planId', r.plan_id, 'kind', r.kind, 'value', r.value::text) order by r.id), '[]')
      from shop_rules r where r.shop_id = ${shops.id}) as rules,
    (select coalesce(jsonb_agg(jsonb_build_object('planId', p.plan_id, 'price', p.price::text, 'hidden', p.hidden)), '[]')
      from shop_plans p where p.shop_id = ${shops.id}) as plans
  from ${shops} join (${sellers()}) seller on seller.id = ${shops.resellerId}`;

/** A query for the id of the shop that has or had this address; it finds nothing for what cannot be one. */
export const shopIdBySlug = (slug: string): SQL => shopIdAt(isSlug(slug) ? sql`${slug}` : sql`null`);

const shopIdAt = (slug: SQL) =>
  sql`(select ${shopSlugs.shopId} from ${shopSlugs} where ${shopSlugs.slug} = ${slug})`;

const isSlug = (slug: string) => Slug.safeParse(slug).data === slug;
