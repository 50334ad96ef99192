import { Banknote, Landmark, Smartphone } from "lucide-react";
import type { PaymentWay } from "#lib/shop/payment-way";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { plainIcon } from "../../ui/plain-icon.tsx";
import { CopyButton } from "./acts.tsx";

/** The names of the ways to pay. */
export const PAY_TITLE: Record<PaymentWay["kind"], string> = {
  bank: "Bank transfer",
  mobile_money: "Mobile money",
  cash: "Cash",
};

const ICON = {
  bank: plainIcon(Landmark),
  mobile_money: plainIcon(Smartphone),
  cash: plainIcon(Banknote),
};

interface Props {
  ways: readonly PaymentWay[];
  /** The amount, as formatted money and as digits to paste. */
  amount: { text: string; digits: string };
  reference: string;
}

/** Each way to pay, with everything that must be typed and a button that copies it. */
export function PayWays({ ways, amount, reference }: Props) {
  return (
    <ul className="flex flex-col gap-3">
      {ways.map((way) => {
        const Icon = ICON[way.kind];
        return (
          <li key={way.kind} className="rounded-lg border border-line bg-surface px-4 py-3">
            <h2 className="flex min-h-9 items-center gap-2.5 font-semibold">
              <Icon aria-hidden className="size-5 text-accent" />
              {PAY_TITLE[way.kind]}
            </h2>
            {way.kind === "cash" && <p className="pb-1 text-muted">{way.where}</p>}
            <Facts facts={[...account(way), ...quoted(amount, reference)]} />
          </li>
        );
      })}
    </ul>
  );
}

function account(way: PaymentWay): Fact[] {
  if (way.kind === "cash") return [];
  const { accountName, accountNumber } = way;
  return [
    { label: way.kind === "bank" ? "Bank" : "Service", value: way.kind === "bank" ? way.bank : way.provider },
    { label: "Name", value: accountName },
    {
      label: way.kind === "bank" ? "Account" : "Number",
      value: accountNumber,
      action: <CopyButton text={accountNumber} what="account number" />,
    },
  ];
}

function quoted(amount: Props["amount"], reference: string): Fact[] {
  return [
    { label: "Amount", value: amount.text, action: <CopyButton text={amount.digits} what="amount" /> },
    { label: "Reference", value: reference, action: <CopyButton text={reference} what="reference" /> },
  ];
}
