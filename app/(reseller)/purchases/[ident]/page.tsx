import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { Money } from "#app/ui/money";
import { HelpPopover } from "#app/ui/page/help-popover";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { PrivateText } from "#app/ui/private-money";
import { readSettings } from "#lib/audit/settings/read-settings";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { isCostHidden, mayHelp } from "#lib/core/context";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { type CustomerView, findCustomerByPhone } from "#lib/customer/customer-view";
import { findOwnDeliveryIssue } from "#lib/issue/delivery-issue-view";
import { issueSettings } from "#lib/issue/issue-settings";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { requireResellerPage } from "#lib/request/actor";
import { findScheduleOfPurchase } from "#lib/schedule/schedule-view";
import { AdvanceCard } from "./advance-card.tsx";
import { DeliveryIssueSection } from "./delivery-issue-section.tsx";
import { loadOwnPurchase } from "./load-purchase.ts";
import { PurchaseActs } from "./purchase-acts.tsx";
import { PurchaseArrival } from "./purchase-arrival.tsx";
import { AddPriceCard, SaveCustomerForm } from "./purchase-cards.tsx";
import { PurchaseDetails } from "./purchase-details.tsx";
import { getProfit, isRefunded } from "./purchase-profit.ts";
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
  const { ident, state, price, sellingPrice } = purchase;
  const isOwner = session.actor.kind === "reseller";
  const isHidden = isCostHidden(ctx);
  const [{ bought }, issue, promise, customer, schedule] = await Promise.all([
    searchParams,
    findOwnDeliveryIssue(ctx, ident),
    readSettings(ctx, issueSettings),
    isOwner ? findCustomerByPhone(ctx, purchase.phoneE164) : null,
    isOwner && purchase.channel === "batch" && purchase.batchId === null
      ? findScheduleOfPurchase(ctx, purchase.id)
      : null,
  ]);
  const withoutCost = describePurchase(isHidden ? { ...purchase, advance: null } : purchase, "The money");
  const { say, next } = isHidden ? withoutCost : describePurchase(purchase);
  return (
    <>
      <LiveUpdates />
      <PurchaseArrival state={state} bought={bought === "now"} />
      <PageHeader
        title={formatPlanName(purchase)}
        lead={customer && <CustomerLink customer={customer} />}
        back={{ href: "/purchases", label: "Purchases" }}
      />
      {bought === "before" && !isHidden && (
        <Banner
          className="mb-5"
          title={
            <>
              You already bought this<PrivateText> for {formatMoney(price)}</PrivateText>
            </>
          }
        >
          Nothing was bought twice, and you weren’t charged the new price.
        </Banner>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <StateHero
          purchase={purchase}
          amount={
            isHidden ? (
              sellingPrice !== null && <Amount of={sellingPrice} />
            ) : (
              <PrivateText>
                <Amount of={price} />
              </PrivateText>
            )
          }
          kept={isOwner && state === "successful" ? getProfit(purchase) : null}
          say={<PrivateText otherwise={withoutCost.say}>{say}</PrivateText>}
        >
          <PurchaseActs ctx={ctx} purchase={purchase} mayCancel={mayHelp(ctx, "cancel")} />
        </StateHero>
        {isOwner && purchase.advance === "awaiting_consent" && (
          <AdvanceCard ident={ident} price={formatMoney(price)} />
        )}
        {isWaitingLong(purchase) && (
          <Card title="Next steps" link={{ href: "/status", label: `${purchase.networkName} status` }}>
            <PrivateText otherwise={withoutCost.next}>{next}</PrivateText>
            {state === "unconfirmed" ? (
              <HelpPopover about="not_confirmed" className="mt-2" />
            ) : (
              <HelpPopover about="data" className="mt-2" />
            )}
          </Card>
        )}
        <DeliveryIssueSection purchase={purchase} issue={issue} promise={promise} />
        {isOwner && sellingPrice === null && !isRefunded(purchase) && <AddPriceCard purchase={purchase} />}
        {isOwner && !customer && state === "successful" && <SaveCustomerForm purchase={purchase} />}
        <PurchaseDetails
          purchase={purchase}
          issue={issue}
          schedule={schedule}
          access={{ isOwner, isHidden }}
        />
      </div>
    </>
  );
}

const Amount = ({ of }: { of: Minor }) => <Money text={formatMoney(of)} className="text-muted" />;

/** States that may last hours, whose next step the buyer waits for. */
const isWaitingLong = ({ state, queue }: PurchaseDetail): boolean =>
  state === "unconfirmed" || (state === "queued" && (!queue || queue.paused));

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
    </>
  );
}
