import { CreditCard } from "lucide-react";
import { buttonClass } from "#app/ui/button-class.ts";
import { plainIcon } from "#app/ui/plain-icon";
import type { OnlinePaymentView } from "#lib/shop/order/order-view";
import { ShopSubmitButton } from "./shop-buttons.tsx";

const CardIcon = plainIcon(CreditCard);

interface Props {
  /** The path of the order. */
  here: string;
  ways: readonly { name: string; label: string }[];
  /** Formatted money. */
  price: string;
  online: OnlinePaymentView | null;
}

/** Offers online payment; once one has started, links to continue or check it. */
export function PayOrderOnline({ here, ways, price, online }: Props) {
  const checkoutUrl = online?.state === "started" ? online.page : null;
  return (
    <div className="mb-3 rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="flex min-h-9 items-center gap-2.5 font-semibold">
        <CardIcon aria-hidden className="size-5 text-accent" />
        Pay online
      </h2>
      <p className="pb-3 text-muted">
        {checkoutUrl
          ? `${online?.provider} hasn’t confirmed a payment yet. If you’ve paid, this page updates automatically. Don’t pay twice.`
          : "By card, bank transfer or USSD. Your data is sent automatically when your payment is confirmed."}
      </p>
      <div className="flex flex-col gap-2 pb-1">
        {checkoutUrl && (
          <>
            <a href={`${here}/back`} className={buttonClass({ wide: true })}>
              I’ve paid. Check again
            </a>
            <a
              href={checkoutUrl}
              rel="noreferrer"
              className={buttonClass({ variant: "secondary", wide: true })}
            >
              Continue with {online?.provider}
            </a>
          </>
        )}
        <form method="post" action={`${here}/pay`} className="flex flex-col gap-2">
          {ways
            .filter(({ label }) => !checkoutUrl || label !== online?.provider)
            .map(({ name, label }) => (
              <ShopSubmitButton
                key={name}
                name="by"
                value={name}
                variant={checkoutUrl ? "quiet" : "primary"}
                wide
              >
                {ways.length === 1 ? `Pay ${price} now` : `Pay with ${label}`}
              </ShopSubmitButton>
            ))}
        </form>
      </div>
    </div>
  );
}
