import { ShoppingBasket } from "lucide-react";
import type { ShopFace } from "#lib/shop/shop-view";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Contact } from "../_shop/contact.tsx";

/** The shop is open and has no plan to sell: whom to ask. */
export function NothingOnSale({ shop }: { shop: Pick<ShopFace, "phone" | "whatsapp"> }) {
  return (
    <EmptyState icon={ShoppingBasket} title="Nothing on sale right now" action={<Contact shop={shop} />}>
      {shop.phone || shop.whatsapp
        ? "Ask the shop when it sells again, or come back later."
        : "Come back a little later."}
    </EmptyState>
  );
}
