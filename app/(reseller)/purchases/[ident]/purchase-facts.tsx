import { formatMoney } from "#lib/core/money";
import { exactTime } from "#lib/core/time";
import { ownRef } from "#lib/purchase/place/refs";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";

const CHANNEL = { web: "This site", storefront: "Your shop", api: "Your program", bulk: "A list" } as const;

/** What was bought, what it cost, and the references that others ask for. */
export function PurchaseFacts({ purchase }: { purchase: PurchaseDetail }) {
  return (
    <Card title="The purchase" padded={false}>
      <div className="px-4 pb-2 md:px-5">
        <Facts facts={factsOf(purchase)} />
      </div>
    </Card>
  );
}

function factsOf(purchase: PurchaseDetail): Fact[] {
  const { phone, networkName, typeName, size, volume, validity, price, state, ident, settledAt } = purchase;
  const own = ownRef(purchase);
  const moneyBack = state === "failed" || state === "reversed";
  return [
    { label: "Number", value: phone, action: <CopyButton text={phone.replace(/\D/g, "")} what="number" /> },
    { label: "Plan", value: `${networkName} ${size} ${volume}` },
    { label: "Type", value: typeName },
    { label: "Lasts", value: validity },
    { label: "Price", value: formatMoney(price) },
    ...(moneyBack ? [] : walletFacts(purchase)),
    { label: "Bought", value: exactTime(purchase.placedAt) },
    ...(settledAt ? [{ label: "Ended", value: exactTime(settledAt) }] : []),
    { label: "Through", value: CHANNEL[purchase.channel] },
    { label: "Reference", value: ident, mono: true, action: <CopyButton text={ident} what="reference" /> },
    ...(own === null ? [] : [ownFact(own)]),
  ];
}

function ownFact(ref: string): Fact {
  return {
    label: "Your reference",
    value: ref,
    mono: true,
    action: <CopyButton text={ref} what="your reference" />,
  };
}

function walletFacts({ walletBefore, walletAfter }: PurchaseDetail): Fact[] {
  return [
    { label: "Wallet before", value: formatMoney(walletBefore) },
    { label: "Wallet after", value: formatMoney(walletAfter) },
  ];
}
