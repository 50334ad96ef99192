import { PrintButton } from "#app/(reseller)/purchases/[ident]/receipt/print-button";
import { requireShopPage, ShopQrCode } from "#app/(reseller)/shop/shop-page";
import { AccentStyle, ShopLogo } from "#app/s/_shop/shop-head";
import { NetworkTile } from "#app/ui/network-tile";
import { PageHeader } from "#app/ui/page/page-header";
import { formatMoney } from "#lib/core/money/money";
import { buildShopUrl, formatShopUrl } from "#lib/core/shop-address";
import { getShop } from "#lib/shop/get-shop";
import { getPriceSpan } from "#lib/shop/list-offers";

export const metadata = { title: "Poster" };

export default async function PosterPage() {
  const { ctx, shop } = await requireShopPage();
  const offers = shop.state === "closed" ? [] : (await getShop(ctx, { slug: shop.slug })).offers;
  const networks = Map.groupBy(offers, (offer) => offer.networkName);
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Poster"
          lead="Prints on one sheet of A4."
          back={{ href: "/shop/share", label: "Share" }}
        >
          <PrintButton />
        </PageHeader>
      </div>
      <AccentStyle hue={shop.hue}>
        <article className="relative mx-auto flex aspect-[210/297] w-full max-w-2xl flex-col items-center justify-between rounded-lg border border-line bg-[#fff] max-md:aspect-auto max-md:gap-8 max-md:pt-14 [print-color-adjust:exact] p-[7%] text-center text-[#1e1b17] print:aspect-auto print:h-[240mm] print:max-w-full print:border-0 print:p-0">
          <div className="awning absolute inset-x-0 top-0 rounded-t-lg [--awning-size:2.5rem] [--color-surface:#fff]" />
          <header className="flex flex-col items-center gap-4">
            <ShopLogo name={shop.name} src={shop.logo} size="lg" />
            <h2 className="break-words font-semibold text-2xl md:text-hero print:text-hero">{shop.name}</h2>
            <p className="text-xl">Mobile data, for any number</p>
          </header>
          <div className="w-3/5">
            <ShopQrCode slug={shop.slug} />
            <p className="mt-2 font-semibold text-lg">Point your camera here</p>
            <p className="break-all">{formatShopUrl(buildShopUrl(shop))}</p>
          </div>
          <ul className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 print:grid-cols-4">
            {[...networks].map(([name, plans]) => (
              <li key={name} className="flex items-center gap-2.5 text-left">
                <NetworkTile name={name} />
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="text-sm">from {formatMoney(getPriceSpan(plans)?.lowest ?? 0n)}</span>
                </span>
              </li>
            ))}
          </ul>
          <footer className="text-lg">
            {shop.phone
              ? `Questions? ${shop.phone.text}`
              : "Order without an account and see when it arrives."}
          </footer>
        </article>
      </AccentStyle>
    </>
  );
}
