import { PAYMENT_METHOD_TITLES } from "#app/s/_shop/payment-methods";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { ShopFrame } from "#app/s/_shop/shop-frame";
import { ShopContactLinks, ShopHead, ShopNote } from "#app/s/_shop/shop-head";
import { Banner } from "#app/ui/banner";
import { ShoppingBasket } from "#app/ui/icon/icons.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { env } from "#lib/core/env";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { buildShopUrl } from "#lib/core/shop-address";
import type { ShopView } from "#lib/shop/get-shop";
import { getPriceSpan } from "#lib/shop/list-offers";
import type { PublicShopView } from "#lib/shop/shop-view";
import type { OfferChoice } from "./offer-choice.ts";
import { OfferList } from "./offer-list.tsx";

export function priceListPage(shop: ShopView, choice: OfferChoice | undefined): ShopHtmlPage {
  return {
    title: formatShopTitle(shop),
    head: <ShopPageHead shop={shop} />,
    body: (
      <ShopFrame shop={shop} wide>
        <div className="flex flex-col gap-4 md:gap-5">
          <ShopHead shop={shop} />
          <ShopNote note={shop.note} />
          {shop.paused && (
            <Banner kind="warn" title="No orders right now">
              {shop.paused}
            </Banner>
          )}
          {shop.undelivered.length > 0 && (
            <Banner kind="warn" title={`Not delivered right now: ${shop.undelivered.join(", ")}`}>
              Come back later for these. Other plans are delivered as usual.
            </Banner>
          )}
          {choice && <OfferList shop={shop} choice={choice} />}
          {!choice && !shop.paused && <ShopWithoutOffers shop={shop} />}
          <HowItWorks pays={shop.pays} paymentWindowMinutes={shop.paymentWindowMinutes} />
        </div>
      </ShopFrame>
    ),
  };
}

const formatShopTitle = ({ name }: ShopView) => `${name}: mobile data`;

/** The shop is open and has no plan to sell: whom to ask. */
function ShopWithoutOffers({ shop }: { shop: Pick<PublicShopView, "phone" | "whatsapp"> }) {
  return (
    <EmptyState
      icon={ShoppingBasket}
      title="No plans for sale right now"
      action={<ShopContactLinks shop={shop} />}
    >
      {shop.phone || shop.whatsapp
        ? "Ask the shop when it sells again, or come back later."
        : "Come back a little later."}
    </EmptyState>
  );
}

/** The shop as search engines and chats show it. */
function ShopPageHead({ shop }: { shop: ShopView }) {
  const title = formatShopTitle(shop);
  const description = describeShop(shop);
  const address = buildShopUrl(shop);
  const open = {
    title,
    description,
    url: address,
    site_name: shop.name,
    image: buildShopUrl(shop, "/share.png"),
    "image:width": 1200,
    "image:height": 630,
    "image:alt": shop.name,
    type: "website",
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
        dangerouslySetInnerHTML={{
          __html: JSON.stringify(buildStructuredData(shop)).replaceAll("<", "\\u003c"),
        }}
      />
    </>
  );
}

function describeShop({ name, offers }: ShopView): string {
  const networks = [...new Set(offers.map((offer) => offer.networkName))];
  const span = getPriceSpan(offers);
  if (!span) return `Mobile data from ${name}, sent to any number.`;
  return `Mobile data for ${networks.join(", ")} from ${formatMoney(span.lowest)}. Order without an account and watch it arrive.`;
}

/** The shop in the words of schema.org. */
function buildStructuredData(shop: ShopView) {
  const span = getPriceSpan(shop.offers);
  return {
    "@context": "https://schema.org",
    "@type": "Store",
    name: shop.name,
    url: buildShopUrl(shop),
    image: buildShopUrl(shop, "/share.png"),
    ...(shop.note && { description: shop.note }),
    ...(shop.phone && { telephone: shop.phone.e164 }),
    ...(span && {
      makesOffer: {
        "@type": "AggregateOffer",
        name: "Mobile data",
        offerCount: shop.offers.length,
        priceCurrency: env().CURRENCY,
        lowPrice: formatDecimal(span.lowest),
        highPrice: formatDecimal(span.highest),
      },
    }),
  };
}

function HowItWorks({ pays, paymentWindowMinutes }: Pick<ShopView, "pays" | "paymentWindowMinutes">) {
  const ways = new Intl.ListFormat("en", { type: "disjunction" }).format(
    pays.map((kind) => PAYMENT_METHOD_TITLES[kind].toLowerCase()),
  );
  const steps = [
    { title: "Order", text: "Choose a plan and enter the phone number. You don’t need an account." },
    { title: "Pay the shop", text: `By ${ways}, within ${formatMinutes(paymentWindowMinutes)}.` },
    {
      title: "Track your order",
      text: "Your order page shows when it’s paid and when it’s delivered.",
    },
  ];
  return (
    <section aria-labelledby="how" className="mt-3 border-line border-t pt-6">
      <h2 id="how" className="font-semibold text-lg">
        How it works
      </h2>
      <ol className="mt-4 grid gap-4 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-sm"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const TIME_UNITS = [
  { minutes: 1440, word: "day" },
  { minutes: 60, word: "hour" },
  { minutes: 1, word: "minute" },
] as const;

/** Formats minutes in the largest whole unit: "2 hours", "45 minutes", "1 day". */
function formatMinutes(minutes: number): string {
  const unit = TIME_UNITS.find(({ minutes: length }) => minutes % length === 0) ?? TIME_UNITS[2];
  const count = minutes / unit.minutes;
  return `${count} ${unit.word}${count === 1 ? "" : "s"}`;
}
