import type { ReactNode } from "react";
import { buttonClass } from "#app/ui/button-class.ts";
import { type DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Banknote, ChevronDown, CreditCard, Landmark, Smartphone } from "#app/ui/icon/icons.ts";
import { formatMoney } from "#lib/core/money/money";
import type { OnlinePaymentView } from "#lib/shop/order/order-view";
import type { OrderPaymentMethod } from "#lib/shop/order/rank-payment-methods";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";
import { ShopCopyButton, ShopSubmitButton } from "./shop-controls.tsx";

export const PAYMENT_METHOD_TITLES: Record<ShopPaymentMethod["kind"], string> = {
  bank: "Bank transfer",
  mobile_money: "Mobile money",
  cash: "Cash",
};

const METHOD_ICONS = {
  bank: Landmark,
  mobile_money: Smartphone,
  cash: Banknote,
};

interface Payable {
  /** The amount, as formatted money and as digits to paste. */
  amount: { text: string; digits: string };
  reference: string;
}

interface Props extends Payable {
  ways: readonly ShopPaymentMethod[];
  /** The way to pay online, which is then the first. */
  online: ReactNode;
}

/** Lists the ways to pay: the first open, the others folded. */
export function PaymentMethodList({ ways, online, ...payable }: Props) {
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-surface px-4 py-1">
      {online}
      {ways.map((method, index) => (
        <PaymentMethod key={method.kind} method={method} open={!online && index === 0} {...payable} />
      ))}
    </div>
  );
}

function PaymentMethod({ method, open, ...payable }: Payable & { method: ShopPaymentMethod; open: boolean }) {
  const Icon = METHOD_ICONS[method.kind];
  return (
    <details open={open} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <Icon aria-hidden className="size-5 text-accent" />
        <h2 className="flex-1 font-semibold">{PAYMENT_METHOD_TITLES[method.kind]}</h2>
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      {method.kind === "cash" ? (
        <p className="pb-3 text-muted">
          {method.where} Say the reference {payable.reference}.
        </p>
      ) : (
        <>
          <DescriptionList facts={buildAccountItems(method, payable)} />
          <p className="pb-3 text-muted text-sm">Write the reference, so the shop can find your payment.</p>
        </>
      )}
    </details>
  );
}

type AccountMethod = Exclude<ShopPaymentMethod, { kind: "cash" }>;

function buildAccountItems(method: AccountMethod, { amount, reference }: Payable): DescriptionItem[] {
  const { accountName, accountNumber } = method;
  return [
    {
      label: method.kind === "bank" ? "Bank" : "Service",
      value: method.kind === "bank" ? method.bank : method.provider,
    },
    { label: "Name", value: accountName },
    {
      label: method.kind === "bank" ? "Account" : "Number",
      value: accountNumber,
      action: <ShopCopyButton text={accountNumber} what="account number" />,
    },
    { label: "Amount", value: amount.text, action: <ShopCopyButton text={amount.digits} what="amount" /> },
    { label: "Reference", value: reference, action: <ShopCopyButton text={reference} what="reference" /> },
  ];
}

/** Says what the customer pays beside the price; nothing where that isn’t known. */
function formatAddedFee({ label, addedFee }: OrderPaymentMethod): string {
  if (addedFee === null) return "";
  return addedFee === 0n ? " No fee is added." : ` ${label} adds a fee of about ${formatMoney(addedFee)}.`;
}

interface PayOrderOnlineProps {
  /** The path of the order. */
  here: string;
  /** The best first. */
  ways: readonly OrderPaymentMethod[];
  /** Formatted money. */
  price: string;
  online: OnlinePaymentView | null;
}

/** Offers online payment; once one has started, links to continue or check it. */
export function PayOrderOnline({ here, ways, price, online }: PayOrderOnlineProps) {
  const checkoutUrl = online?.state === "started" ? online.page : null;
  const [best] = ways;
  return (
    <div className="py-2">
      <h2 className="flex min-h-9 items-center gap-2.5 font-semibold">
        <CreditCard aria-hidden className="size-5 text-accent" />
        Pay online
      </h2>
      <p className="pb-3 text-muted">
        {checkoutUrl
          ? `${online?.provider} hasn’t confirmed a payment yet. If you’ve paid, this page updates automatically. Don’t pay twice.`
          : `By card, bank transfer or USSD.${best ? formatAddedFee(best) : ""}`}
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
          {checkoutUrl
            ? ways
                .filter(({ label }) => label !== online?.provider)
                .map(({ name, label }) => (
                  <ShopSubmitButton key={name} name="by" value={name} variant="quiet" wide>
                    Pay with {label} instead
                  </ShopSubmitButton>
                ))
            : best && <ShopSubmitButton wide>Pay {price} now</ShopSubmitButton>}
        </form>
      </div>
    </div>
  );
}
