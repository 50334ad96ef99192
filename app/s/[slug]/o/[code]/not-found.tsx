import { SearchX } from "lucide-react";
import { buttonClass } from "../../../../ui/button-class.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Contact } from "../../../_shop/contact.tsx";
import { shopHere } from "../../../_shop/find-shop.ts";

/** A wrong code and another shop's order look the same. */
export default async function NotFound() {
  const shop = await shopHere();
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        wholePage
        icon={SearchX}
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
  );
}
