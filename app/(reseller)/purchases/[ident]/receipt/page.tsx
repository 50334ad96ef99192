import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { PurchaseCredit } from "#app/(reseller)/customers/credit-book/purchase-credit";
import {
  isReceiptReady,
  loadOwnPurchase,
  loadReceipt,
} from "#app/(reseller)/purchases/[ident]/load-purchase.ts";
import { ButtonLink } from "#app/ui/button-link";
import { DescriptionList } from "#app/ui/description-list";
import { Money } from "#app/ui/money";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { ShareFile } from "#app/ui/share-file";
import { mayHelp } from "#lib/core/context";
import type { Receipt } from "#lib/drawing/receipt";
import { requireResellerPage } from "#lib/request/actor";
import { PrintButton } from "./print-button.tsx";

export const metadata = { title: "Receipt" };

interface Props {
  params: Promise<{ ident: string }>;
  searchParams: Promise<{ price?: string | string[] }>;
}

/** A receipt with or without the customer's price, also as image and PDF. */
export default async function ReceiptPage({ params, searchParams }: Props) {
  const { ctx, session } = await requireResellerPage("sell");
  const purchase = await loadOwnPurchase(ctx, (await params).ident);
  const path = `/purchases/${purchase.ident}`;
  if (!isReceiptReady(purchase)) redirect(path);
  const priced = (await searchParams).price !== "no";
  const receipt = await loadReceipt(ctx, purchase, { priced });
  const isPriceKnown = purchase.sellingPrice !== null;
  const query = priced ? "" : "?price=no";
  const name = `receipt-${purchase.ident}`;
  return (
    <>
      <div className="print:hidden">
        <PageHeader title="Receipt" back={{ href: path, label: "Purchase" }}>
          <div className="flex w-full gap-2 max-sm:*:flex-1 max-sm:*:basis-2/5 sm:w-auto">
            <ShareFile href={`${path}/receipt/png${query}`} name={`${name}.png`} type="image/png">
              Share
            </ShareFile>
            {mayHelp(ctx, "customers") && <PurchaseCredit ctx={ctx} purchase={purchase} />}
          </div>
          <div className="flex w-full max-sm:justify-between sm:w-auto">
            <ShareFile
              href={`${path}/receipt/pdf${query}`}
              name={`${name}.pdf`}
              type="application/pdf"
              variant="quiet"
            >
              PDF
            </ShareFile>
            <PrintButton variant="quiet" />
            {isPriceKnown && (
              <ButtonLink
                href={priced ? `${path}/receipt?price=no` : `${path}/receipt`}
                variant="quiet"
                opens="replacing"
              >
                {priced ? "Hide price" : "Show price"}
              </ButtonLink>
            )}
          </div>
        </PageHeader>
        {!isPriceKnown && (
          <p className="mx-auto mb-4 max-w-md text-muted text-sm">
            No price on this receipt.{" "}
            {session.actor.kind === "reseller" && (
              <>
                <PageLink href={`${path}#earned`} className="text-accent underline underline-offset-4">
                  Add what the customer paid
                </PageLink>{" "}
                to show it. Your own price never shows.
              </>
            )}
          </p>
        )}
      </div>
      <ReceiptPreview
        receipt={receipt}
        badge={<PurchaseStateBadge state={purchase.state} cancelled={purchase.cancelled} />}
      />
    </>
  );
}

/** The printed part; always shows the state of the purchase. */
function ReceiptPreview({ receipt, badge }: { receipt: Receipt; badge: ReactNode }) {
  const { seller, title, number, plan, price, facts, end } = receipt;
  return (
    <article className="mx-auto max-w-md break-inside-avoid overflow-hidden rounded-lg border border-line bg-surface p-6 md:p-8 print:max-w-full print:border-0 print:bg-transparent print:p-0">
      <div className="awning -mx-6 -mt-6 mb-5 md:-mx-8 md:-mt-8 print:mx-0 print:mt-0" />
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
        <DescriptionList
          facts={facts.map(([label, value]) => ({ label, value, mono: label === "Reference" }))}
        />
      </div>
      <footer className="mt-6 text-muted text-sm">{end}</footer>
    </article>
  );
}
