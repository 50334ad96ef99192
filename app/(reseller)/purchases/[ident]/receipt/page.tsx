import type { Metadata } from "next";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import { exactTime } from "#lib/core/time";
import type { PurchaseDetail } from "#lib/purchase/read/view";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../../../ui/button-link.tsx";
import { type Fact, Facts } from "../../../../ui/facts.tsx";
import { Money } from "../../../../ui/money.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { StateBadge } from "../../../../ui/state-badge.tsx";
import { find } from "../find.ts";
import { PrintButton } from "./print-button.tsx";

export const metadata: Metadata = { title: "Receipt" };

interface Props {
  params: Promise<{ ident: string }>;
  searchParams: Promise<{ price?: string | string[] }>;
}

/** A receipt on one page, with the price or, for a customer who pays another one, without. */
export default async function ReceiptPage({ params, searchParams }: Props) {
  const { ctx, session } = await requireResellerPage();
  const purchase = await find(ctx, (await params).ident);
  const priced = (await searchParams).price !== "no";
  const here = `/purchases/${purchase.ident}`;
  return (
    <>
      <div className="print:hidden">
        <PageHeader title="Receipt" back={{ href: here, label: "Purchase" }}>
          <ButtonLink
            href={priced ? `${here}/receipt?price=no` : `${here}/receipt`}
            variant="secondary"
            replace
          >
            {priced ? "Hide the price" : "Show the price"}
          </ButtonLink>
          <PrintButton />
        </PageHeader>
      </div>
      <Paper purchase={purchase} priced={priced} seller={session.name} portal={env().PORTAL_NAME} />
    </>
  );
}

interface PaperProps {
  purchase: PurchaseDetail;
  priced: boolean;
  /** Who sold it. */
  seller: string;
  portal: string;
}

/** What is printed: it says how the purchase stands, also when that is not "Delivered". */
function Paper({ purchase, priced, seller, portal }: PaperProps) {
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
