import { CreditCard } from "lucide-react";
import type { OnlineView } from "#lib/shop/order-view";
import { buttonClass } from "../../ui/button-class.ts";
import { plainIcon } from "../../ui/plain-icon.tsx";
import { SubmitButton } from "./acts.tsx";

const Card = plainIcon(CreditCard);

interface Props {
  /** The order's own address. */
  here: string;
  ways: readonly { name: string; label: string }[];
  /** Formatted money. */
  price: string;
  online: OnlineView | null;
}

/** The ways to a provider's page; after one was begun, the way back to it and a look at what became of it. */
export function PayOnline({ here, ways, price, online }: Props) {
  const begun = online?.state === "started" ? online.page : null;
  return (
    <div className="mb-3 rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="flex min-h-9 items-center gap-2.5 font-semibold">
        <Card aria-hidden className="size-5 text-accent" />
        Pay online
      </h2>
      <p className="pb-3 text-muted">
        {begun
          ? `${online?.provider} has not confirmed a payment yet. If you paid, it shows here by itself: do not pay twice.`
          : "By card, bank transfer or USSD. Your data is sent by itself as soon as your payment is seen."}
      </p>
      <div className="flex flex-col gap-2 pb-1">
        {begun && (
          <>
            <a href={`${here}/back`} className={buttonClass({ wide: true })}>
              I have paid: look again
            </a>
            <a href={begun} rel="noreferrer" className={buttonClass({ variant: "secondary", wide: true })}>
              Go on paying with {online?.provider}
            </a>
          </>
        )}
        <form method="post" action={`${here}/pay`} className="flex flex-col gap-2">
          {ways
            .filter(({ label }) => !begun || label !== online?.provider)
            .map(({ name, label }) => (
              <SubmitButton key={name} name="by" value={name} variant={begun ? "quiet" : "primary"} wide>
                {ways.length === 1 ? `Pay ${price} now` : `Pay with ${label}`}
              </SubmitButton>
            ))}
        </form>
      </div>
    </div>
  );
}
