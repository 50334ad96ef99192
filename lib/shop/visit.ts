import { sql } from "drizzle-orm";
import { shops } from "#db/schema/shop";
import { current } from "#lib/catalogue/current";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { shopAt } from "./at-address.ts";
import { loadShop, type Shop } from "./load-shop.ts";
import { type OfferView, offersOf } from "./offers.ts";
import { PaymentWays } from "./payment-way.ts";
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
export async function visit(ctx: Ctx, input: { slug: string }): Promise<ShopView> {
  return (await visitedShop(ctx, input.slug)).view;
}

/** The same for this room, with the shop behind it. */
export async function visitedShop(ctx: Ctx, slug: string): Promise<{ shop: Shop; view: ShopView }> {
  const [shop, catalogue] = await Promise.all([
    loadShop(ctx, sql`${shops.id} = ${shopAt(slug)}`),
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
  return { shop, view };
}

function whyPaused({ row, maySell }: Shop, served: boolean): string | null {
  if (row.state === "paused" || !maySell)
    return "The shop takes no new orders at the moment. Please come back later.";
  if (!served) return "Data cannot be delivered at the moment. Please come back a little later.";
  return null;
}
