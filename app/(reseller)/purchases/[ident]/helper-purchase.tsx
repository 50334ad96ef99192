import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { DescriptionList } from "#app/ui/description-list";
import { UserRound } from "#app/ui/icon/icons.ts";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { formatExactTime } from "#lib/core/time/time";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { CancelPurchaseDialog } from "./cancel-purchase-dialog.tsx";
import { PurchaseArrival } from "./purchase-arrival.tsx";
import { describePurchase } from "./purchase-status-text.tsx";
import { StateHero } from "./state-hero.tsx";

interface Props {
  purchase: PurchaseDetail;
  bought: string | string[] | undefined;
  mayCancel: boolean;
}

/** A purchase as the helper who sold it sees it. */
export function HelperPurchase({ purchase, bought, mayCancel }: Props) {
  const { say, next } = describePurchase(purchase);
  return (
    <>
      <LiveUpdates />
      <PurchaseArrival state={purchase.state} bought={bought === "now"} />
      <PageHeader title={formatPlanName(purchase)} back={{ href: "/purchases", label: "Purchases" }} />
      {bought === "before" && (
        <Banner className="mb-5" title={`You already bought this for ${formatMoney(purchase.price)}`}>
          Nothing was bought twice.
        </Banner>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <StateHero purchase={purchase} say={say}>
          <ButtonLink href="/buy?next=customer" className="max-sm:w-full">
            <UserRound />
            Next customer
          </ButtonLink>
          {mayCancel && purchase.state === "queued" && <CancelPurchaseDialog ident={purchase.ident} />}
        </StateHero>
        <Card title="Timeline">
          <PurchaseTimeline purchase={purchase} issue={undefined} next={next} />
        </Card>
        <Card title="Details">
          <DescriptionList facts={buildFacts(purchase)} />
        </Card>
      </div>
    </>
  );
}

function buildFacts(purchase: PurchaseDetail) {
  const { phone, typeName, validity, price, sellingPrice, ident, placedAt } = purchase;
  return [
    {
      label: "Phone number",
      value: phone,
      action: <CopyButton text={phone.replace(/\D/g, "")} what="number" />,
    },
    { label: "Type", value: typeName },
    { label: "Validity", value: validity },
    { label: "Price", value: formatMoney(price) },
    ...(sellingPrice === null ? [] : [{ label: "Selling price", value: formatMoney(sellingPrice) }]),
    { label: "Date", value: formatExactTime(placedAt) },
    { label: "Reference", value: ident, mono: true, action: <CopyButton text={ident} what="reference" /> },
  ];
}
