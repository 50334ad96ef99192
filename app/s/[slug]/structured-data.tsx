import { headers } from "next/headers";
import { env } from "#lib/core/env";
import { decimalText } from "#lib/core/money";
import type { ShopView } from "#lib/shop/get-shop";
import { priceSpan } from "#lib/shop/offers";
import { shopAddress } from "../_shop/shop-address.ts";

/** The shop as search engines read it (schema.org). */
export async function StructuredData({ shop }: { shop: ShopView }) {
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
