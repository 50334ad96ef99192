import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { priceSpan } from "#lib/shop/offers";
import { Notice } from "../../ui/notice.tsx";
import { findShop } from "../_shop/find-shop.ts";
import { Frame } from "../_shop/frame.tsx";
import { shopAddress } from "../_shop/shop-address.ts";
import { ShopHead, ShopNote } from "../_shop/shop-head.tsx";
import { choiceOf } from "./choice.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { NothingOnSale } from "./nothing-on-sale.tsx";
import { Offers } from "./offers.tsx";
import { StructuredData } from "./structured-data.tsx";

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const shop = await findShop((await params).slug);
  const title = `${shop.name}: mobile data`;
  const description = aboutShop(shop);
  const address = shopAddress(shop.slug);
  const picture = { url: shopAddress(shop.slug, "/share.png"), width: 1200, height: 630, alt: shop.name };
  return {
    title: { absolute: title },
    description,
    robots: { index: true, follow: true },
    alternates: { canonical: address },
    openGraph: { type: "website", title, description, url: address, siteName: shop.name, images: [picture] },
    twitter: { card: "summary_large_image" },
  };
}

function aboutShop({ name, offers }: Awaited<ReturnType<typeof findShop>>): string {
  const networks = [...new Set(offers.map((offer) => offer.networkName))];
  const span = priceSpan(offers);
  if (!span) return `Mobile data from ${name}, sent to any number.`;
  return `Mobile data for ${networks.join(", ")} from ${formatMoney(span.lowest)}. Order without an account and watch it arrive.`;
}

/** A reseller's shop: who sells, what, at which price. */
export default async function ShopPage({ params, searchParams }: Props) {
  const shop = await findShop((await params).slug);
  const choice = choiceOf(shop.offers, await searchParams);
  return (
    <Frame hue={shop.hue} wide>
      <StructuredData shop={shop} />
      <div className="flex flex-col gap-5">
        <ShopHead shop={shop} />
        <ShopNote note={shop.note} />
        {shop.paused && (
          <Notice kind="warn" title="No orders right now">
            {shop.paused}
          </Notice>
        )}
        {choice && <Offers shop={shop} choice={choice} />}
        {!choice && !shop.paused && <NothingOnSale shop={shop} />}
        <HowItWorks pays={shop.pays} payWithin={shop.payWithin} />
      </div>
    </Frame>
  );
}
