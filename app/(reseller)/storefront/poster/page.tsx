import type { Metadata } from "next";
import { formatMoney } from "#lib/core/money";
import { getShop } from "#lib/shop/get-shop";
import { priceSpan } from "#lib/shop/offers";
import { Accent } from "../../../s/_shop/accent.tsx";
import { Logo } from "../../../s/_shop/logo.tsx";
import { shopAddress } from "../../../s/_shop/shop-address.ts";
import { NetworkTile } from "../../../ui/network-tile.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PrintButton } from "../../purchases/[ident]/receipt/print-button.tsx";
import { QrCode } from "../share/qr-code.tsx";
import { requireShopPage } from "../shop-page.tsx";

export const metadata: Metadata = { title: "Poster" };

/** One sheet of A4 for the wall: who, what, and the code that opens the shop. */
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
          back={{ href: "/storefront/share", label: "Share" }}
        >
          <PrintButton />
        </PageHeader>
      </div>
      <Accent hue={shop.hue}>
        <article className="mx-auto flex aspect-[210/297] w-full max-w-2xl flex-col items-center justify-between rounded-lg border border-line bg-[#fff] [print-color-adjust:exact] p-[7%] text-center text-[#1e1b17] print:aspect-auto print:h-[240mm] print:max-w-full print:border-0 print:p-0">
          <header className="flex flex-col items-center gap-4">
            <Logo name={shop.name} src={shop.logo} size="lg" />
            <h2 className="break-words font-semibold text-hero">{shop.name}</h2>
            <p className="text-xl">Mobile data, for any number</p>
          </header>
          <div className="w-1/2">
            <QrCode slug={shop.slug} />
            <p className="mt-2 font-semibold text-lg">Point your camera here</p>
            <p className="break-all">{shopAddress(shop.slug).replace(/^https?:\/\//, "")}</p>
          </div>
          <ul className="flex flex-wrap justify-center gap-x-6 gap-y-3">
            {[...networks].map(([name, plans]) => (
              <li key={name} className="flex items-center gap-2.5 text-left">
                <NetworkTile name={name} />
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="text-sm">from {formatMoney(priceSpan(plans)?.lowest ?? 0n)}</span>
                </span>
              </li>
            ))}
          </ul>
          <footer className="text-lg">
            {shop.phone ? `Questions? ${shop.phone.text}` : "Order without an account, and watch it arrive."}
          </footer>
        </article>
      </Accent>
    </>
  );
}
