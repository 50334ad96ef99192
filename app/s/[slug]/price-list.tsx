import { ShoppingBasket } from "lucide-react";
import { env } from "#lib/core/env";
import { decimalText, formatMoney } from "#lib/core/money";
import type { ShopView } from "#lib/shop/get-shop";
import { priceSpan } from "#lib/shop/offers";
import type { ShopFace } from "#lib/shop/shop-view";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { plainIcon } from "../../ui/plain-icon.tsx";
import { Contact } from "../_shop/contact.tsx";
import type { Page } from "../_shop/document.tsx";
import { Frame } from "../_shop/frame.tsx";
import { shopAddress } from "../_shop/shop-address.ts";
import { ShopHead, ShopNote } from "../_shop/shop-head.tsx";
import type { Choice } from "./choice.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { Offers } from "./offers.tsx";

const Basket = plainIcon(ShoppingBasket);

/** A reseller's shop: who sells, what, at which price. */
export function priceList(shop: ShopView, choice: Choice | undefined): Page {
  return {
    title: titleOf(shop),
    head: <Head shop={shop} />,
    body: (
      <Frame hue={shop.hue} wide>
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
    ),
  };
}

const titleOf = ({ name }: ShopView) => `${name}: mobile data`;

/** The shop is open and has no plan to sell: whom to ask. */
function NothingOnSale({ shop }: { shop: Pick<ShopFace, "phone" | "whatsapp"> }) {
  return (
    <EmptyState icon={Basket} title="Nothing on sale right now" action={<Contact shop={shop} />}>
      {shop.phone || shop.whatsapp
        ? "Ask the shop when it sells again, or come back later."
        : "Come back a little later."}
    </EmptyState>
  );
}

/** The shop as search engines and chats show it. */
function Head({ shop }: { shop: ShopView }) {
  const title = titleOf(shop);
  const description = aboutShop(shop);
  const address = shopAddress(shop.slug);
  const open = {
    ...{ title, description, url: address, site_name: shop.name },
    ...{ image: shopAddress(shop.slug, "/share.png"), "image:width": 1200, "image:height": 630 },
    ...{ "image:alt": shop.name, type: "website" },
  };
  return (
    <>
      <meta name="description" content={description} />
      <meta name="robots" content="index, follow" />
      <link rel="canonical" href={address} />
      {Object.entries(open).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={String(content)} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing in it can end the element
        dangerouslySetInnerHTML={{ __html: JSON.stringify(facts(shop)).replaceAll("<", "\\u003c") }}
      />
    </>
  );
}

function aboutShop({ name, offers }: ShopView): string {
  const networks = [...new Set(offers.map((offer) => offer.networkName))];
  const span = priceSpan(offers);
  if (!span) return `Mobile data from ${name}, sent to any number.`;
  return `Mobile data for ${networks.join(", ")} from ${formatMoney(span.lowest)}. Order without an account and watch it arrive.`;
}

/** The shop in the words of schema.org. */
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
