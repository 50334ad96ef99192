import type { Metadata } from "next";
import type { ReactNode } from "react";
import type { Receipt } from "#lib/core/receipt";
import { requireResellerPage } from "#lib/web/actor";
import { ButtonLink } from "../../../../ui/button-link.tsx";
import { Facts } from "../../../../ui/facts.tsx";
import { Money } from "../../../../ui/money.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { PageLink } from "../../../../ui/page-link.tsx";
import { ShareFile } from "../../../../ui/share-file.tsx";
import { StateBadge } from "../../../../ui/state-badge.tsx";
import { find } from "../find.ts";
import { PrintButton } from "./print-button.tsx";
import { receiptOf } from "./receipt-of.ts";

export const metadata: Metadata = { title: "Receipt" };

interface Props {
  params: Promise<{ ident: string }>;
  searchParams: Promise<{ price?: string | string[] }>;
}

/** A receipt on one page, at the price that the customer paid or without one; as a picture and as PDF too. */
export default async function ReceiptPage({ params, searchParams }: Props) {
  const { ctx, session } = await requireResellerPage();
  const purchase = await find(ctx, (await params).ident);
  const priced = (await searchParams).price !== "no";
  const receipt = await receiptOf(ctx, purchase, { seller: session.name, priced });
  const here = `/purchases/${purchase.ident}`;
  const query = priced ? "" : "?price=no";
  const name = `receipt-${purchase.ident}`;
  return (
    <>
      <div className="print:hidden">
        <PageHeader title="Receipt" back={{ href: here, label: "Purchase" }}>
          {purchase.retail !== null && (
            <ButtonLink
              href={priced ? `${here}/receipt?price=no` : `${here}/receipt`}
              variant="secondary"
              opens="replacing"
            >
              {priced ? "Hide the price" : "Show the price"}
            </ButtonLink>
          )}
          <ShareFile href={`${here}/receipt/png${query}`} name={`${name}.png`} type="image/png">
            Picture
          </ShareFile>
          <ShareFile
            href={`${here}/receipt/pdf${query}`}
            name={`${name}.pdf`}
            type="application/pdf"
            variant="secondary"
          >
            PDF
          </ShareFile>
          <PrintButton />
        </PageHeader>
        {purchase.retail === null && (
          <p className="mx-auto mb-4 max-w-md text-muted text-sm">
            It has no price:{" "}
            <PageLink href={`${here}#earned`} className="text-accent underline underline-offset-4">
              note what the customer paid
            </PageLink>{" "}
            to show it. Your own price is never on it.
          </p>
        )}
      </div>
      <Paper receipt={receipt} badge={<StateBadge state={purchase.state} cancelled={purchase.cancelled} />} />
    </>
  );
}

/** What is printed: it says how the purchase stands, also when that is not "Delivered". */
function Paper({ receipt, badge }: { receipt: Receipt; badge: ReactNode }) {
  const { seller, title, number, plan, price, facts, end } = receipt;
  return (
    <article className="mx-auto max-w-md break-inside-avoid rounded-lg border border-line bg-surface p-6 md:p-8 print:max-w-full print:border-0 print:bg-transparent print:p-0">
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="break-words font-semibold text-lg">{seller}</p>
          <p className="text-muted text-sm">{title}</p>
        </div>
        {badge}
      </header>
      <p className="mt-6 whitespace-nowrap font-semibold text-2xl">{number}</p>
      <p className="text-lg">{plan}</p>
      {price !== null && (
        <p className="mt-4">
          <Money text={price} size="hero" />
        </p>
      )}
      <div className="mt-6 border-line border-t pt-2">
        <Facts facts={facts.map(([label, value]) => ({ label, value, mono: label === "Reference" }))} />
      </div>
      <footer className="mt-6 text-muted text-sm">{end}</footer>
    </article>
  );
}
