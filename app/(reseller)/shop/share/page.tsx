import { ShareLinkCard } from "#app/(reseller)/share-link-card";
import { requireShopPage, ShopPageHeader, ShopQrCode, ShopStateBanner } from "#app/(reseller)/shop/shop-page";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { ImageDown, Printer } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { buildShopUrl } from "#lib/core/shop-address";

export const metadata = { title: "Share" };

export default async function SharePage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ shop }, { opened }] = await Promise.all([requireShopPage(), searchParams]);
  const address = buildShopUrl(shop);
  return (
    <>
      <ShopPageHeader slug={shop.slug} here="/shop/share" />
      {opened === "now" && shop.state === "open" && (
        <Banner className="mb-5" kind="good" title="Your shop is open">
          Customers can order now. Send them the link.
        </Banner>
      )}
      <ShopStateBanner state={shop.state} closedByAdmin={shop.closedByAdmin} />
      <div className="grid items-start gap-5 md:grid-cols-2 md:grid-rows-[auto_1fr]">
        <ShareLinkCard title="Link" address={address} text={`${shop.name}: mobile data at ${address}`} />
        <Card title="QR code" className="md:row-span-2">
          <div className="mx-auto max-w-56">
            <ShopQrCode slug={shop.slug} />
          </div>
          <p className="mt-2 mb-4 text-center text-muted">
            Customers scan it with their phone camera to open your shop.
          </p>
          <ButtonLink href="/shop/poster" variant="secondary" wide>
            <Printer />
            Print poster
          </ButtonLink>
        </Card>
        <Card title="Price images">
          <p className="mb-4 text-muted">Your price list as images for WhatsApp status or chats.</p>
          <ButtonLink href="/prices/images" variant="secondary" wide>
            <ImageDown /> Create price images
          </ButtonLink>
        </Card>
      </div>
    </>
  );
}
