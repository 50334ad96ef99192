import { SearchX } from "lucide-react";
import { ShopContactLinks } from "#app/s/_shop/shop-contact-links";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { buttonClass } from "#app/ui/button-class.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { plainIcon } from "#app/ui/plain-icon";
import type { ShopContact } from "#lib/shop/get-shop";

const NotFoundIcon = plainIcon(SearchX);

/** A wrong code and another shop's order look the same. */
export function orderNotFoundPage(shop: ShopContact | undefined): ShopHtmlPage {
  return {
    title: "Order not found",
    body: (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          wholePage
          icon={NotFoundIcon}
          title="Order not found"
          action={
            shop && (
              <div className="flex flex-wrap justify-center gap-2">
                <a href={`/s/${shop.slug}`} className={buttonClass({})}>
                  Go to the shop
                </a>
                <ShopContactLinks shop={shop} message={`Hello ${shop.name}, I can’t find my order.`} />
              </div>
            )
          }
        >
          Part of the address may be missing. Open the link you saved, or ask the shop: it can find your order
          by your phone number.
        </EmptyState>
      </main>
    ),
  };
}
