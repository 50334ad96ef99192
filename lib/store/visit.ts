import { eq } from "drizzle-orm";
import { stores } from "#db/schema/store";
import { current } from "#lib/catalogue/current";
import type { Ctx } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Slug } from "./fields.ts";
import { loadShop, type Shop } from "./load-shop.ts";
import { type OfferView, offersOf } from "./offers.ts";
import { PaymentWays } from "./payment-way.ts";
import { faceOf, type StoreFace } from "./store-view.ts";

/** A shop as a customer sees it. */
export interface ShopView extends StoreFace {
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
  const named = Slug.safeParse(slug);
  const [shop, catalogue] = await Promise.all([
    named.success && named.data === slug ? loadShop(ctx, eq(stores.slug, slug)) : undefined,
    current(ctx),
  ]);
  if (!shop || shop.closed) throw notFound("shop");
  const orderable = shop.selling && catalogue.fresh;
  const view = {
    ...faceOf(shop.row),
    paused: whyPaused(shop, orderable),
    offers: orderable ? offersOf(shop, catalogue) : [],
    pays: PaymentWays.parse(shop.row.payments).map((way) => way.kind),
    payWithin: shop.row.payWithin,
  };
  return { shop, view };
}

function whyPaused({ row }: Shop, orderable: boolean): string | null {
  if (row.state === "paused") return "The shop takes no new orders at the moment. Please come back later.";
  if (!orderable) return "Data cannot be delivered at the moment. Please come back in a few minutes.";
  return null;
}

/** The name of a shop that is closed, so that it can say so; undefined for any other address. */
export async function closedShop(ctx: Ctx, input: { slug: string }): Promise<string | undefined> {
  if (!Slug.safeParse(input.slug).success) return undefined;
  const shop = await loadShop(ctx, eq(stores.slug, input.slug));
  return shop?.closed ? shop.row.name : undefined;
}
