import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { HelpPopover } from "#app/ui/page/help-popover";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { readSettings } from "#lib/audit/settings/read-settings";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { isCostHidden, mayHelp } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { type CustomerView, findCustomerByPhone } from "#lib/customer/customer-view";
import { findOwnDeliveryIssue } from "#lib/issue/delivery-issue-view";
import { issueSettings } from "#lib/issue/issue-settings";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { requireResellerPage } from "#lib/request/actor";
import { findScheduleOfPurchase } from "#lib/schedule/schedule-view";
import { AdvanceCard } from "./advance-card.tsx";
import { DeliveryIssueSection } from "./delivery-issue-section.tsx";
import { HelperPurchase } from "./helper-purchase.tsx";
import { loadOwnPurchase } from "./load-purchase.ts";
import { PurchaseActs } from "./purchase-acts.tsx";
import { PurchaseArrival } from "./purchase-arrival.tsx";
import { getProfit, ProfitCard, SaveCustomerForm } from "./purchase-cards.tsx";
import { PurchaseFacts } from "./purchase-facts.tsx";
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
        isCostHidden={isCostHidden(ctx)}
        acts={<PurchaseActs ctx={ctx} purchase={purchase} mayCancel={mayHelp(ctx, "cancel")} />}
      />
    );
  const [{ bought }, issue, promise, customer, schedule] = await Promise.all([
    searchParams,
    findOwnDeliveryIssue(ctx, purchase.ident),
    readSettings(ctx, issueSettings),
    findCustomerByPhone(ctx, purchase.phoneE164),
    purchase.channel === "batch" && purchase.batchId === null
      ? findScheduleOfPurchase(ctx, purchase.id)
      : null,
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
        <StateHero
          purchase={purchase}
          amount={formatMoney(purchase.price)}
          kept={purchase.state === "successful" ? getProfit(purchase) : null}
          say={say}
        >
          <PurchaseActs ctx={ctx} purchase={purchase} mayCancel />
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
        {!customer && purchase.state === "successful" && <SaveCustomerForm purchase={purchase} />}
        <PurchaseFacts purchase={purchase} schedule={schedule} />
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
