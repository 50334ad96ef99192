import { formatMoney } from "#lib/core/money";
import { exactTime } from "#lib/core/time";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { type Fact, Facts } from "../../../../ui/facts.tsx";
import { Money } from "../../../../ui/money.tsx";
import { StateBadge } from "../../../../ui/state-badge.tsx";

interface Props {
  purchase: PurchaseDetail;
  priced: boolean;
  /** Who sold it. */
  seller: string;
  portal: string;
}

/** What is printed: it says how the purchase stands, also when that is not "Delivered". */
export function Paper({ purchase, priced, seller, portal }: Props) {
  const { networkName, size, volume, phone, price, state, cancelled } = purchase;
  return (
    <article className="mx-auto max-w-md break-inside-avoid rounded-lg border border-line bg-surface p-6 md:p-8 print:max-w-full print:border-0 print:bg-transparent print:p-0">
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="break-words font-semibold text-lg">{seller}</p>
          <p className="text-muted text-sm">Receipt</p>
        </div>
        <StateBadge state={state} cancelled={cancelled} />
      </header>
      <p className="mt-6 whitespace-nowrap font-semibold text-2xl">{phone}</p>
      <p className="text-lg">
        {networkName} {size} {volume}
      </p>
      {priced && (
        <p className="mt-4">
          <Money text={formatMoney(price)} size="hero" />
        </p>
      )}
      <div className="mt-6 border-line border-t pt-2">
        <Facts facts={factsOf(purchase)} />
      </div>
      <footer className="mt-6 text-muted text-sm">
        {state === "successful" ? "Thank you." : WORDS[state]} Made with {portal}.
      </footer>
    </article>
  );
}

const WORDS = {
  queued: "Not delivered yet.",
  sending: "Not delivered yet.",
  unconfirmed: "The network has not confirmed it yet.",
  failed: "It was not delivered.",
  reversed: "The network took it back.",
} as const;

function factsOf({ typeName, validity, placedAt, settledAt, state, ident }: PurchaseDetail): Fact[] {
  const delivered = state === "successful" && settledAt;
  return [
    { label: "Type", value: typeName },
    { label: "Lasts", value: validity },
    { label: "Bought", value: exactTime(placedAt) },
    ...(delivered ? [{ label: "Delivered", value: exactTime(settledAt) }] : []),
    { label: "Reference", value: ident, mono: true },
  ];
}
