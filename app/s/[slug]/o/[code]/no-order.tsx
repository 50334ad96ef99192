import { SearchX } from "lucide-react";
import type { ShopContact } from "#lib/shop/get-shop";
import { buttonClass } from "../../../../ui/button-class.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { plainIcon } from "../../../../ui/plain-icon.tsx";
import { Contact } from "../../../_shop/contact.tsx";
import type { Page } from "../../../_shop/document.tsx";

const Nowhere = plainIcon(SearchX);

/** A wrong code and another shop's order look the same. */
export function noOrder(shop: ShopContact | undefined): Page {
  return {
    title: "No order here",
    body: (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          wholePage
          icon={Nowhere}
          title="There is no order here"
          action={
            shop && (
              <div className="flex flex-wrap justify-center gap-2">
                <a href={`/s/${shop.slug}`} className={buttonClass({})}>
                  Go to the shop
                </a>
                <Contact shop={shop} message={`Hello ${shop.name}, I cannot find my order.`} />
              </div>
            )
          }
        >
          The address may be cut off. Open it from where you kept it, or ask the shop: it finds your order by
          your number.
        </EmptyState>
      </main>
    ),
  };
}
