import { Card } from "#app/ui/card";
import { CopyButton, CopyNumberButton } from "#app/ui/copy-button";
import { type DescriptionItems, DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { CHANNEL_LABELS } from "#app/ui/labels.ts";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { HelpPopover } from "#app/ui/page/help-popover";
import { PageLink } from "#app/ui/page/page-link";
import { PrivateMoney, PrivateText } from "#app/ui/private-money";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { formatMoney } from "#lib/core/money/money";
import type { DeliveryIssueView } from "#lib/issue/delivery-issue-view";
import { getClientRef } from "#lib/purchase/place/refs";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";
import { PriceForm } from "./purchase-cards.tsx";
import { getProfit, isRefunded } from "./purchase-profit.ts";

interface Props {
  purchase: PurchaseDetail;
  issue: DeliveryIssueView | undefined;
  /** The schedule that bought it. */
  schedule: number | null;
  /** Whether its reader is the reseller, and whether the reader may not see what it cost. */
  access: { isOwner: boolean; isHidden: boolean };
}

/** The history and facts of a purchase, for later, folded. */
export function PurchaseDetails(props: Props) {
  const { purchase, issue, access } = props;
  return (
    <Card>
      <Disclosure title="Details" className="-my-2">
        <div className="pt-2 pb-4">
          <PurchaseTimeline purchase={purchase} issue={issue} />
        </div>
        <DescriptionList facts={buildFacts(props)} />
        {access.isOwner && isRefunded(purchase) && <HelpPopover about="failed" />}
        {access.isOwner && purchase.sellingPrice !== null && purchase.channel !== "shop" && (
          <PriceForm purchase={purchase} />
        )}
      </Disclosure>
    </Card>
  );
}

function buildFacts({ purchase, schedule, access: { isOwner, isHidden } }: Props): DescriptionItems {
  const { phone, ident, sellingPrice, paymentFee } = purchase;
  const clientRef = getClientRef(purchase);
  const hasWallet = isOwner && !isRefunded(purchase);
  return [
    { label: "Phone number", value: phone, action: <CopyNumberButton phone={phone} /> },
    { label: "Type", value: purchase.typeName },
    sellingPrice !== null && { label: "Customer paid", value: formatMoney(sellingPrice) },
    paymentFee !== null && isOwner && { label: "Payment fee", value: formatMoney(paymentFee) },
    !isHidden && { label: "You paid", value: <PrivateMoney text={formatMoney(purchase.price)} /> },
    hasWallet && buildProfitFact(purchase),
    hasWallet && {
      label: "Wallet before",
      value: <PrivateMoney text={formatMoney(purchase.walletBefore)} />,
    },
    hasWallet && { label: "Wallet after", value: <PrivateMoney text={formatMoney(purchase.walletAfter)} /> },
    isOwner && purchase.soldBy !== null && { label: "Sold by", value: purchase.soldBy },
    isOwner && { label: "Channel", value: <Channel purchase={purchase} schedule={schedule} /> },
    { label: "Reference", value: ident, mono: true, action: <CopyButton text={ident} what="reference" /> },
    clientRef !== null &&
      isOwner && {
        label: "Your reference",
        value: clientRef,
        mono: true,
        action: <CopyButton text={clientRef} what="your reference" />,
      },
  ];
}

function buildProfitFact(purchase: PurchaseDetail) {
  const profit = getProfit(purchase);
  if (profit === null) return null;
  const isEarned = purchase.state === "successful";
  return {
    label: `${profit < 0n ? "Your loss" : "Your profit"}${isEarned ? "" : ", if delivered"}`,
    value: (
      <PrivateText otherwise="Hidden">
        <span className={isEarned ? getMarginClass(profit) : "text-muted"}>
          {formatMoney(profit < 0n ? -profit : profit)}
        </span>
      </PrivateText>
    ),
  };
}

type ChannelProps = Pick<Props, "purchase" | "schedule">;

function Channel({ purchase: { batchId, channel }, schedule }: ChannelProps) {
  if (batchId !== null) return <ChannelLink href={`/batches/${batchId}`}>{CHANNEL_LABELS.batch}</ChannelLink>;
  if (schedule !== null) return <ChannelLink href={`/customers/schedules/${schedule}`}>Schedule</ChannelLink>;
  return channel === "shop" ? "My shop" : CHANNEL_LABELS[channel];
}

function ChannelLink({ href, children }: { href: string; children: string }) {
  return (
    <PageLink href={href} className="text-accent underline underline-offset-4">
      {children}
    </PageLink>
  );
}
