import { Banknote, Landmark, Smartphone } from "lucide-react";
import { type DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { plainIcon } from "#app/ui/plain-icon";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";
import { ShopCopyButton } from "./shop-buttons.tsx";

export const PAYMENT_METHOD_TITLES: Record<ShopPaymentMethod["kind"], string> = {
  bank: "Bank transfer",
  mobile_money: "Mobile money",
  cash: "Cash",
};

const METHOD_ICONS = {
  bank: plainIcon(Landmark),
  mobile_money: plainIcon(Smartphone),
  cash: plainIcon(Banknote),
};

interface Props {
  ways: readonly ShopPaymentMethod[];
  /** The amount, as formatted money and as digits to paste. */
  amount: { text: string; digits: string };
  reference: string;
}

/** Lists payment methods, with a copy button for each value. */
export function PaymentMethodList({ ways, amount, reference }: Props) {
  return (
    <ul className="flex flex-col gap-3">
      {ways.map((method) => {
        const Icon = METHOD_ICONS[method.kind];
        return (
          <li key={method.kind} className="rounded-lg border border-line bg-surface px-4 py-3">
            <h2 className="flex min-h-9 items-center gap-2.5 font-semibold">
              <Icon aria-hidden className="size-5 text-accent" />
              {PAYMENT_METHOD_TITLES[method.kind]}
            </h2>
            {method.kind === "cash" && <p className="pb-1 text-muted">{method.where}</p>}
            <DescriptionList facts={[...buildAccountItems(method), ...buildAmountItems(amount, reference)]} />
          </li>
        );
      })}
    </ul>
  );
}

function buildAccountItems(method: ShopPaymentMethod): DescriptionItem[] {
  if (method.kind === "cash") return [];
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
  ];
}

function buildAmountItems(amount: Props["amount"], reference: string): DescriptionItem[] {
  return [
    { label: "Amount", value: amount.text, action: <ShopCopyButton text={amount.digits} what="amount" /> },
    { label: "Reference", value: reference, action: <ShopCopyButton text={reference} what="reference" /> },
  ];
}
