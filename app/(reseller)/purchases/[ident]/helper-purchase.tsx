import type { ReactNode } from "react";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { CopyButton, CopyNumberButton } from "#app/ui/copy-button";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { formatDateTime } from "#lib/core/time/time";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { PurchaseArrival } from "./purchase-arrival.tsx";
import { describePurchase } from "./purchase-status-text.tsx";
import { StateHero } from "./state-hero.tsx";

interface Props {
  purchase: PurchaseDetail;
  bought: string | string[] | undefined;
  isCostHidden: boolean;
  acts: ReactNode;
}

/** A purchase as the helper who sold it sees it: with the selling price alone where the cost is hidden. */
export function HelperPurchase({ purchase, bought, isCostHidden, acts }: Props) {
  const { sellingPrice } = purchase;
  const paid = sellingPrice === null ? "" : formatMoney(sellingPrice);
  const amount = isCostHidden ? paid : formatMoney(purchase.price);
  const { say, next } = isCostHidden
    ? describePurchase({ ...purchase, advance: null }, "The money")
    : describePurchase(purchase);
  return (
    <>
      <LiveUpdates />
      <PurchaseArrival state={purchase.state} bought={bought === "now"} />
      <PageHeader title={formatPlanName(purchase)} back={{ href: "/purchases", label: "Purchases" }} />
      {bought === "before" && !isCostHidden && (
        <Banner className="mb-5" title={`You already bought this for ${formatMoney(purchase.price)}`}>
          Nothing was bought twice.
        </Banner>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <StateHero purchase={purchase} amount={amount} say={say}>
          {acts}
        </StateHero>
        <Card title="Timeline">
          <PurchaseTimeline purchase={purchase} issue={undefined} next={next} />
        </Card>
        <Card>
          <Disclosure title="Details" className="-my-2">
            <DescriptionList facts={buildFacts(purchase, isCostHidden)} />
          </Disclosure>
        </Card>
      </div>
    </>
  );
}

function buildFacts(purchase: PurchaseDetail, isCostHidden: boolean) {
  const { phone, typeName, validity, price, sellingPrice, ident, placedAt } = purchase;
  return [
    {
      label: "Phone number",
      value: phone,
      action: <CopyNumberButton phone={phone} />,
    },
    { label: "Type", value: typeName },
    { label: "Validity", value: validity },
    ...(isCostHidden ? [] : [{ label: "Price", value: formatMoney(price) }]),
    ...(sellingPrice === null ? [] : [{ label: "Selling price", value: formatMoney(sellingPrice) }]),
    { label: "Date", value: formatDateTime(placedAt) },
    { label: "Reference", value: ident, mono: true, action: <CopyButton text={ident} what="reference" /> },
  ];
}
