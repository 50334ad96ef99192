import { MapPinOff, Store } from "lucide-react";
import { env } from "#lib/core/env";
import type { ShopContact } from "#lib/shop/get-shop";
import { buttonClass } from "../../ui/button-class.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { plainIcon } from "../../ui/plain-icon.tsx";
import { Contact } from "../_shop/contact.tsx";
import type { Page } from "../_shop/document.tsx";

const [Nowhere, Shop] = [plainIcon(MapPinOff), plainIcon(Store)];

/** A shop that is closed says so; any other address leads nowhere. */
export function noShop(shop: ShopContact | undefined): Page {
  if (!shop?.closed)
    return {
      title: "No shop here",
      body: (
        <main className={MIDDLE}>
          <NoShop />
        </main>
      ),
    };
  return {
    title: `${shop.name} is closed`,
    body: (
      <main className={MIDDLE}>
        <EmptyState wholePage icon={Shop} title={`${shop.name} is closed`} action={<Contact shop={shop} />}>
          This shop sells nothing at the moment. Did you order before? Your order keeps its own page: open the
          address that you kept.
        </EmptyState>
      </main>
    ),
  };
}

const MIDDLE = "grid min-h-dvh place-items-center";

function NoShop() {
  return (
    <EmptyState
      wholePage
      icon={Nowhere}
      title="There is no shop here"
      action={
        <a href="/" className={buttonClass({ variant: "secondary" })}>
          What {env().PORTAL_NAME} is
        </a>
      }
    >
      Compare each letter of the address, or scan the shop's code again. If it stays, ask whoever gave it to
      you.
    </EmptyState>
  );
}
