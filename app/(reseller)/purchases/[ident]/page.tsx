import type { ComponentProps } from "react";
import { PurchaseCredit } from "#app/(reseller)/customers/credit-book/purchase-credit";
import { Banner } from "#app/ui/banner";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { type DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { MessageCircle, Printer, RotateCcw, UserRound } from "#app/ui/icon/icons.ts";
import { CHANNEL_LABELS } from "#app/ui/labels.ts";
import { HelpPopover } from "#app/ui/page/help-popover";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { isCostHidden, mayHelp } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatExactTime } from "#lib/core/time/time";
import { type CustomerView, findCustomerByPhone } from "#lib/customer/customer-view";
import { findOwnDeliveryIssue, getDeliveryIssueSettings } from "#lib/issue/delivery-issue-view";
import { getClientRef } from "#lib/purchase/place/refs";
import type { PurchaseDetail, PurchaseView } from "#lib/purchase/read/purchase-view";
import { requireResellerPage } from "#lib/request/actor";
import { findScheduleOfPurchase } from "#lib/schedule/schedule-view";
import { AdvanceCard } from "./advance-card.tsx";
import { CancelPurchaseDialog } from "./cancel-purchase-dialog.tsx";
import { DeliveryIssueSection } from "./delivery-issue-section.tsx";
import { buildDeliveryMessageUrl } from "./delivery-message.ts";
import { HelperPurchase } from "./helper-purchase.tsx";
import { getSellerName, loadOwnPurchase } from "./load-purchase.ts";
import { PurchaseArrival } from "./purchase-arrival.tsx";
import { ProfitCard, SaveCustomerForm } from "./purchase-cards.tsx";
import { describePurchase } from "./purchase-status-text.tsx";
import { StateHero } from "./state-hero.tsx";

export const metadata = { title: "Purchase" };

interface Props {
  params: Promise<{ ident: string }>;
  /** `bought=now`: it was just made. `before`: by this form, which was sent again at another price. */
  searchParams: Promise<{ bought?: string | string[] }>;
}

export default async function PurchasePage({ params, searchParams }: Props) {
  const { ctx, session } = await requireResellerPage("sell");
  const purchase = await loadOwnPurchase(ctx, (await params).ident);
  if (session.actor.kind === "helper")
    return (
      <HelperPurchase
        purchase={purchase}
        bought={(await searchParams).bought}
        mayCancel={mayHelp(ctx, "cancel")}
        isCostHidden={isCostHidden(ctx)}
        credit={mayHelp(ctx, "customers") && <PurchaseCredit ctx={ctx} purchase={purchase} />}
      />
    );
  const [{ bought }, issue, promise, customer, schedule, seller] = await Promise.all([
    searchParams,
    findOwnDeliveryIssue(ctx, purchase.ident),
    getDeliveryIssueSettings(ctx),
    findCustomerByPhone(ctx, purchase.phoneE164),
    purchase.channel === "batch" && purchase.batchId === null
      ? findScheduleOfPurchase(ctx, purchase.id)
      : null,
    purchase.state === "successful" ? getSellerName(ctx, session.name) : null,
  ]);
  const { say, next } = describePurchase(purchase);
  return (
    <>
      <LiveUpdates />
      <PurchaseArrival state={purchase.state} bought={bought === "now"} />
      <PageHeader
        title={formatPlanName(purchase)}
        lead={customer && <CustomerLink customer={customer} />}
        back={{ href: "/purchases", label: "Purchases" }}
      />
      {bought === "before" && (
        <Banner className="mb-5" title={`You already bought this for ${formatMoney(purchase.price)}`}>
          Nothing was bought twice, and you weren’t charged the new price.
        </Banner>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <StateHero purchase={purchase} amount={formatMoney(purchase.price)} say={say}>
          {purchase.state === "successful" ? (
            <>
              <NextCustomerLink same={purchase.planId} />
              <div className={ACT_ROW_CLASS}>
                {seller !== null && <DeliveryMessageLink purchase={purchase} seller={seller} />}
                <PurchaseCredit ctx={ctx} purchase={purchase} />
                <NextPurchaseLink purchase={purchase} />
                <ReceiptLink ident={purchase.ident} />
              </div>
            </>
          ) : purchase.settledAt ? (
            <>
              <NextPurchaseLink purchase={purchase} />
              <NextCustomerLink variant="secondary" />
              <ReceiptLink ident={purchase.ident} />
            </>
          ) : (
            <>
              <NextCustomerLink same={purchase.planId} />
              <div className={OPEN_ROW_CLASS}>
                {purchase.state === "queued" && <CancelPurchaseDialog ident={purchase.ident} />}
                <ReceiptLink ident={purchase.ident} />
              </div>
            </>
          )}
        </StateHero>
        {purchase.advance === "awaiting_consent" && (
          <AdvanceCard ident={purchase.ident} price={formatMoney(purchase.price)} />
        )}
        <Card
          title="Timeline"
          className="lg:row-span-2"
          action={
            !purchase.settledAt && (
              <PageLink href="/status" className="font-medium text-accent text-sm">
                {purchase.networkName} status
              </PageLink>
            )
          }
        >
          <PurchaseTimeline purchase={purchase} issue={issue} next={next} />
          <DeadlineNote state={purchase.state} />
        </Card>
        <DeliveryIssueSection purchase={purchase} issue={issue} promise={promise} />
        {purchase.state !== "failed" && purchase.state !== "reversed" && <ProfitCard purchase={purchase} />}
        <PurchaseFacts purchase={purchase} schedule={schedule} />
        {!customer && purchase.state === "successful" && <SaveCustomerForm purchase={purchase} />}
      </div>
    </>
  );
}

function CustomerLink({ customer: { id, name, phone } }: { customer: CustomerView }) {
  return (
    <>
      for{" "}
      <PageLink
        href={`/customers/${id}`}
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        {name || phone}
      </PageLink>
      {name && ` ${phone}`}
    </>
  );
}

/** The most asked question about a purchase in this state. */
function DeadlineNote({ state }: Pick<PurchaseView, "state">) {
  switch (state) {
    case "queued":
    case "sending":
      return <HelpPopover about="data" className="mt-4" />;
    case "unconfirmed":
      return <HelpPopover about="not_confirmed" className="mt-4" />;
    case "failed":
    case "reversed":
      return <HelpPopover about="failed" className="mt-4" />;
    case "successful":
      return <HelpPopover about="wrong_number" className="mt-4" />;
  }
}

/** The first act of a result fills a phone's width; the others share their rows. */
const getActWidth = (variant: ComponentProps<typeof ButtonLink>["variant"]) =>
  variant === "primary" ? "max-sm:w-full" : undefined;

/** On a phone the acts after a delivery are small tiles side by side, or rows while one has an error. */
const ACT_ROW_CLASS = [
  "flex w-full flex-wrap gap-2 max-sm:grid max-sm:auto-cols-fr max-sm:grid-flow-col max-sm:gap-1.5",
  "max-sm:[&_:is(a,button)]:h-full max-sm:[&_:is(a,button)]:flex-col max-sm:[&_:is(a,button)]:justify-start",
  "max-sm:[&_:is(a,button)]:gap-1 max-sm:[&_:is(a,button)]:px-0.5 max-sm:[&_:is(a,button)]:py-2",
  "max-sm:[&_:is(a,button)]:text-center max-sm:[&_:is(a,button)]:font-medium",
  "max-sm:[&_:is(a,button)]:text-xs max-sm:[&_:is(a,button)]:leading-tight",
  "max-sm:[&_button>span]:flex-col max-sm:[&_button>span]:gap-1 max-sm:[&_form]:h-full",
  "max-sm:has-[form>[aria-live]:not(:empty)]:grid-flow-row",
].join(" ");

/** As high as the acts that a delivery brings, so that none of the page moves when it arrives. */
const OPEN_ROW_CLASS =
  "flex w-full flex-wrap content-start gap-2 max-sm:min-h-[4.625rem] max-sm:*:flex-1 sm:min-h-11";

type NextCustomerProps = Pick<ComponentProps<typeof ButtonLink>, "variant"> & { same?: number };

/** Opens an empty number field with the focus. `same`: the plan to offer again. */
function NextCustomerLink({ variant = "primary", same }: NextCustomerProps) {
  const query = new URLSearchParams({ next: "customer", ...(same && { same: String(same) }) });
  return (
    <ButtonLink href={`/buy?${query}`} variant={variant} className={getActWidth(variant)}>
      <UserRound />
      Next customer
    </ButtonLink>
  );
}

function ReceiptLink({ ident }: Pick<PurchaseDetail, "ident">) {
  return (
    <ButtonLink href={`/purchases/${ident}/receipt`} variant="secondary">
      <Printer />
      Receipt
    </ButtonLink>
  );
}

function DeliveryMessageLink({ purchase, seller }: { purchase: PurchaseDetail; seller: string }) {
  return (
    <a
      href={buildDeliveryMessageUrl(purchase, seller)}
      target="_blank"
      rel="noopener"
      className={buttonClass({ variant: "secondary" })}
    >
      <MessageCircle />
      Send on WhatsApp
    </a>
  );
}

/** The same again, or another plan when the network doesn't sell this one to this number. */
function NextPurchaseLink({ purchase }: { purchase: PurchaseDetail }) {
  const { ident, networkId, phoneE164, state } = purchase;
  const variant = state === "successful" ? "secondary" : "primary";
  if (purchase.isPlanUnsuitable) {
    const query = new URLSearchParams({ network: String(networkId), phone: phoneE164 });
    return (
      <ButtonLink href={`/buy?${query}`} variant={variant} className={getActWidth(variant)}>
        Choose another plan
      </ButtonLink>
    );
  }
  return (
    <ButtonLink
      href={`/buy?${new URLSearchParams({ again: ident })}`}
      variant={variant}
      className={getActWidth(variant)}
    >
      <RotateCcw />
      Buy again
    </ButtonLink>
  );
}

const CHANNEL_TEXTS = { ...CHANNEL_LABELS, shop: "My shop" };

function PurchaseFacts({ purchase, schedule }: { purchase: PurchaseDetail; schedule: number | null }) {
  return (
    <Card title="Details">
      <DescriptionList facts={buildPurchaseItems(purchase, schedule)} />
    </Card>
  );
}

function buildPurchaseItems(purchase: PurchaseDetail, schedule: number | null): DescriptionItem[] {
  const { phone, typeName, validity, price, state, ident, settledAt, walletBefore, walletAfter } = purchase;
  const clientRef = getClientRef(purchase);
  const isRefunded = state === "failed" || state === "reversed";
  return [
    {
      label: "Phone number",
      value: phone,
      action: <CopyButton text={phone.replace(/\D/g, "")} what="number" />,
    },
    { label: "Plan", value: formatPlanName(purchase) },
    { label: "Type", value: typeName },
    { label: "Validity", value: validity },
    { label: "Price", value: formatMoney(price) },
    ...(isRefunded
      ? []
      : [
          { label: "Wallet before", value: formatMoney(walletBefore) },
          { label: "Wallet after", value: formatMoney(walletAfter) },
        ]),
    { label: "Date", value: formatExactTime(purchase.placedAt) },
    ...(settledAt ? [{ label: "Ended", value: formatExactTime(settledAt) }] : []),
    ...(purchase.soldBy === null ? [] : [{ label: "Sold by", value: purchase.soldBy }]),
    { label: "Channel", value: <ChannelText purchase={purchase} schedule={schedule} /> },
    { label: "Reference", value: ident, mono: true, action: <CopyButton text={ident} what="reference" /> },
    ...(clientRef === null
      ? []
      : [
          {
            label: "Your reference",
            value: clientRef,
            mono: true,
            action: <CopyButton text={clientRef} what="your reference" />,
          },
        ]),
  ];
}

function ChannelText({ purchase, schedule }: { purchase: PurchaseDetail; schedule: number | null }) {
  const { batchId, channel } = purchase;
  if (batchId === null && schedule === null) return CHANNEL_TEXTS[channel];
  return (
    <PageLink
      href={batchId === null ? `/schedules/${schedule}` : `/batches/${batchId}`}
      className="text-accent underline underline-offset-4"
    >
      {batchId === null ? "Schedule" : CHANNEL_TEXTS.batch}
    </PageLink>
  );
}
