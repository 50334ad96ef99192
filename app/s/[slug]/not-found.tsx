import { MapPinOff, Store } from "lucide-react";
import { env } from "#lib/core/env";
import { buttonClass } from "../../ui/button-class.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Contact } from "../_shop/contact.tsx";
import { shopHere } from "../_shop/find-shop.ts";

/** A shop that is closed says so; any other address leads nowhere. */
export default async function NotFound() {
  const shop = await shopHere();
  return (
    <main className="grid min-h-dvh place-items-center">
      {shop?.closed ? (
        <EmptyState wholePage icon={Store} title={`${shop.name} is closed`} action={<Contact shop={shop} />}>
          This shop sells nothing at the moment. Did you order before? Your order keeps its own page: open the
          address that you kept.
        </EmptyState>
      ) : (
        <EmptyState
          wholePage
          icon={MapPinOff}
          title="There is no shop here"
          action={
            <a href="/" className={buttonClass({ variant: "secondary" })}>
              What {env().PORTAL_NAME} is
            </a>
          }
        >
          Compare each letter of the address, or scan the shop's code again. If it stays, ask whoever gave it
          to you.
        </EmptyState>
      )}
    </main>
  );
}
