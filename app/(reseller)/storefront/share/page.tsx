import { ImageDown, Printer } from "lucide-react";
import type { Metadata } from "next";
import { shopAddress } from "../../../s/_shop/shop-address.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { PlainIcon } from "../../../ui/plain-icon.tsx";
import { requireShopPage, ShopHeader, StateNotice } from "../shop-page.tsx";
import { QrCode } from "./qr-code.tsx";

export const metadata: Metadata = { title: "Share" };

/** How customers find the shop: its link, its code, a poster. */
export default async function SharePage() {
  const { shop } = await requireShopPage();
  const address = shopAddress(shop.slug);
  const text = `${shop.name}: mobile data at ${address}`;
  return (
    <>
      <ShopHeader slug={shop.slug} here="/storefront/share" />
      <StateNotice state={shop.state} closedByAdmin={shop.closedByAdmin} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Card title="The link">
          <p className="flex items-center gap-1 rounded-md bg-sunken py-1 pr-1 pl-4">
            <span className="min-w-0 flex-1 break-all font-medium">{address}</span>
            <CopyButton text={address} what="the link" />
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
        <Card title="The prices">
          <p className="mb-4 text-muted">Your price list as pictures, for a WhatsApp status or a chat.</p>
          <ButtonLink href="/plans/share" wide>
            <PlainIcon icon={ImageDown} />
            Price list
          </ButtonLink>
        </Card>
        <Card title="The code">
          <div className="mx-auto max-w-56">
            <QrCode slug={shop.slug} />
          </div>
          <p className="mt-2 mb-4 text-center text-muted">A phone's camera opens the shop from it.</p>
          <ButtonLink href="/storefront/poster" wide>
            <PlainIcon icon={Printer} />A poster to print
          </ButtonLink>
        </Card>
      </div>
    </>
  );
}
