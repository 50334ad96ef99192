import { ShoppingBasket } from "lucide-react";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { env } from "#lib/core/env";
import { decimalText, formatMoney } from "#lib/core/money";
import type { ShopView } from "#lib/shop/get-shop";
import { priceSpan } from "#lib/shop/offers";
import type { ShopFace } from "#lib/shop/shop-view";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Contact } from "../_shop/contact.tsx";
import { findShop } from "../_shop/find-shop.ts";
import { Frame } from "../_shop/frame.tsx";
import { shopAddress } from "../_shop/shop-address.ts";
import { ShopHead, ShopNote } from "../_shop/shop-head.tsx";
import { choiceOf } from "./choice.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { Offers } from "./offers.tsx";

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

/** The shop is open and has no plan to sell: whom to ask. */
function NothingOnSale({ shop }: { shop: Pick<ShopFace, "phone" | "whatsapp"> }) {
  return (
    <EmptyState icon={ShoppingBasket} title="Nothing on sale right now" action={<Contact shop={shop} />}>
      {shop.phone || shop.whatsapp
        ? "Ask the shop when it sells again, or come back later."
        : "Come back a little later."}
    </EmptyState>
  );
}

/** The shop as search engines read it (schema.org). */
async function StructuredData({ shop }: { shop: ShopView }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <script type="application/ld+json" nonce={nonce}>
      {JSON.stringify(facts(shop)).replaceAll("<", "\\u003c")}
    </script>
  );
}

function facts(shop: ShopView) {
  const span = priceSpan(shop.offers);
  return {
    "@context": "https://schema.org",
    "@type": "Store",
    name: shop.name,
    url: shopAddress(shop.slug),
    image: shopAddress(shop.slug, "/share.png"),
    ...(shop.note && { description: shop.note }),
    ...(shop.phone && { telephone: shop.phone.e164 }),
    ...(span && {
      makesOffer: {
        "@type": "AggregateOffer",
        name: "Mobile data",
        offerCount: shop.offers.length,
        priceCurrency: env().CURRENCY,
        lowPrice: decimalText(span.lowest),
        highPrice: decimalText(span.highest),
      },
    }),
  };
}
