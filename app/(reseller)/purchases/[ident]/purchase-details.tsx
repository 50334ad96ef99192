import { Card } from "#app/ui/card";
import { CopyButton, CopyNumberButton } from "#app/ui/copy-button";
import { type DescriptionItems, DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { CHANNEL_LABELS } from "#app/ui/labels.ts";
import { PageLink } from "#app/ui/page/page-link";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { formatDateTime } from "#lib/core/time/time";
import { getClientRef } from "#lib/purchase/place/refs";
import type { PurchaseDetail } from "#lib/purchase/read/purchase-view";

interface Props {
  purchase: PurchaseDetail;
  /** The schedule that bought it. */
  schedule: number | null;
}

/** Facts that the buyer may look up later, folded. */
export function PurchaseFacts(props: Props) {
  return (
    <Card>
      <Disclosure title="Details" className="-my-2">
        <DescriptionList facts={buildFacts(props)} />
      </Disclosure>
    </Card>
  );
}

function buildFacts({ purchase, schedule }: Props): DescriptionItems {
  const { phone, ident, state, settledAt } = purchase;
  const clientRef = getClientRef(purchase);
  const isRefunded = state === "failed" || state === "reversed";
  return [
    {
      label: "Phone number",
      value: phone,
      action: <CopyNumberButton phone={phone} />,
    },
    { label: "Plan", value: formatPlanName(purchase) },
    { label: "Type", value: purchase.typeName },
    { label: "Validity", value: purchase.validity },
    { label: "Price", value: formatMoney(purchase.price) },
    !isRefunded && { label: "Wallet before", value: formatMoney(purchase.walletBefore) },
    !isRefunded && { label: "Wallet after", value: formatMoney(purchase.walletAfter) },
    { label: "Date", value: formatDateTime(purchase.placedAt) },
    settledAt && { label: "Ended", value: formatDateTime(settledAt) },
    purchase.soldBy !== null && { label: "Sold by", value: purchase.soldBy },
    { label: "Channel", value: <Channel purchase={purchase} schedule={schedule} /> },
    { label: "Reference", value: ident, mono: true, action: <CopyButton text={ident} what="reference" /> },
    clientRef !== null && {
      label: "Your reference",
      value: clientRef,
      mono: true,
      action: <CopyButton text={clientRef} what="your reference" />,
    },
  ];
}

function Channel({ purchase: { batchId, channel }, schedule }: Props) {
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
