import { MapPinOff, Store } from "lucide-react";
import { ShopContactLinks } from "#app/s/_shop/shop-contact-links";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { buttonClass } from "#app/ui/button-class.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { plainIcon } from "#app/ui/plain-icon";
import { env } from "#lib/core/env";
import type { ShopContact } from "#lib/shop/get-shop";

const [NotFoundIcon, ShopIcon] = [plainIcon(MapPinOff), plainIcon(Store)];

/** A shop that is closed says so; any other address leads nowhere. */
export function shopNotFoundPage(shop: ShopContact | undefined): ShopHtmlPage {
  if (!shop?.closed)
    return {
      title: "Shop not found",
      body: (
        <main className={CENTRE_CLASS}>
          <ShopNotFound />
        </main>
      ),
    };
  return {
    title: `${shop.name} is closed`,
    body: (
      <main className={CENTRE_CLASS}>
        <EmptyState
          wholePage
          icon={ShopIcon}
          title={`${shop.name} is closed`}
          action={<ShopContactLinks shop={shop} />}
        >
          This shop isn’t selling right now. If you ordered before, your order still has its own page: open
          the link you saved.
        </EmptyState>
      </main>
    ),
  };
}

const CENTRE_CLASS = "grid min-h-dvh place-items-center";

function ShopNotFound() {
  return (
    <EmptyState
      wholePage
      icon={NotFoundIcon}
      title="Shop not found"
      action={
        <a href="/" className={buttonClass({ variant: "secondary" })}>
          About {env().PORTAL_NAME}
        </a>
      }
    >
      Check each letter of the address, or scan the shop’s code again. If it keeps happening, ask the person
      who gave it to you.
    </EmptyState>
  );
}
