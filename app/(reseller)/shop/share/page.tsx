import { ImageDown, Printer } from "lucide-react";
import { requireShopPage, ShopPageHeader, ShopQrCode, ShopStateBanner } from "#app/(reseller)/shop/shop-page";
import { buildShopUrl } from "#app/s/_shop/build-shop-url.ts";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { PlainIcon } from "#app/ui/plain-icon";

export const metadata = { title: "Share" };

/** The link, QR code and poster of the shop. */
export default async function SharePage() {
  const { shop } = await requireShopPage();
  const address = buildShopUrl(shop.slug);
  const text = `${shop.name}: mobile data at ${address}`;
  return (
    <>
      <ShopPageHeader slug={shop.slug} here="/shop/share" />
      <ShopStateBanner state={shop.state} closedByAdmin={shop.closedByAdmin} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Card title="Link">
          <p className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-4">
            <span className="min-w-0 flex-1 break-all font-medium">{address}</span>
            <CopyButton text={address} what="link" />
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            <a
              href={`https://wa.me/?${new URLSearchParams({ text })}`}
              target="_blank"
              rel="noopener"
              className={buttonClass({})}
            >
              Share on WhatsApp
            </a>
            <a
              href={`sms:?&body=${encodeURIComponent(text)}`}
              className={buttonClass({ variant: "secondary" })}
            >
              Send by SMS
            </a>
          </div>
        </Card>
        <Card title="Price images">
          <p className="mb-4 text-muted">Your price list as images for WhatsApp status or chats.</p>
          <ButtonLink href="/buy/price-images" wide>
            <PlainIcon icon={ImageDown} /> Create price images
          </ButtonLink>
        </Card>
        <Card title="QR code">
          <div className="mx-auto max-w-56">
            <ShopQrCode slug={shop.slug} />
          </div>
          <p className="mt-2 mb-4 text-center text-muted">
            Customers scan it with their phone camera to open your shop.
          </p>
          <ButtonLink href="/shop/poster" wide>
            <PlainIcon icon={Printer} />
            Print poster
          </ButtonLink>
        </Card>
      </div>
    </>
  );
}
