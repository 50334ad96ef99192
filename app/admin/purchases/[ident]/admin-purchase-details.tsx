import { Card } from "#app/ui/card";
import { CopyButton, CopyNumberButton } from "#app/ui/copy-button";
import { type DescriptionItems, DescriptionList } from "#app/ui/description-list";
import { CHANNEL_LABELS, LEVEL_LABELS } from "#app/ui/labels.ts";
import { getMarginClass } from "#app/ui/margin-class.ts";
import { PageLink } from "#app/ui/page/page-link";
import { formatPlanDetails } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { formatExactTime } from "#lib/core/time/time";
import type { AdminPurchaseDetail, Advance, AttemptView } from "#lib/purchase/read/purchase-view";

export function AdminPurchaseDetails({ purchase }: { purchase: AdminPurchaseDetail }) {
  return (
    <div className="grid min-w-0 gap-5">
      <Card title="Money" padded={false}>
        <div className={BODY_CLASS}>
          <DescriptionList facts={buildMoneyItems(purchase)} />
        </div>
      </Card>
      <Card title="Purchase" padded={false}>
        <div className={BODY_CLASS}>
          <DescriptionList facts={buildPurchaseItems(purchase)} />
        </div>
      </Card>
    </div>
  );
}

const BODY_CLASS = "px-4 pb-2 md:px-5";

function buildMoneyItems({
  price,
  cost,
  margin,
  state,
  walletBefore,
  walletAfter,
  attempts,
  advance,
}: AdminPurchaseDetail): DescriptionItems {
  return [
    { label: "Price", value: formatMoney(price) },
    {
      label: "Cost",
      value:
        state === "failed" && attempts.every(wasNotCharged) ? (
          <span className="text-muted">Not charged</span>
        ) : (
          formatMoney(cost)
        ),
    },
    {
      label: "Margin",
      value:
        state === "failed" || state === "reversed" ? (
          <span className="text-muted">None</span>
        ) : (
          <span className={state === "successful" || margin < 0n ? getMarginClass(margin) : "text-muted"}>
            {formatMoney(margin)}
          </span>
        ),
    },
    { label: "Wallet before", value: formatMoney(walletBefore) },
    { label: "Wallet after", value: formatMoney(walletAfter) },
    ((state === "failed" && !advance) || state === "reversed") && {
      label: "Refunded",
      value: <span className="text-good">+{formatMoney(price)}</span>,
    },
    advance && { label: "Advance", value: `${formatMoney(price)}, ${ADVANCE_LABELS[advance]}` },
  ];
}

const ADVANCE_LABELS: Record<NonNullable<Advance>, string> = {
  open: "credited while unconfirmed",
  closed: "credited instead of the refund",
  awaiting_consent: "delivered, awaits the reseller’s consent",
  repaid: "repaid by the reseller",
  waived: "kept by the reseller, borne by the operator",
};

/** Whether its response shows that the supplier took nothing: an unclear one doesn't. */
const wasNotCharged = ({ result, balanceBefore, balanceAfter }: AttemptView) =>
  result !== null && !["successful", "unconfirmed"].includes(result) && balanceBefore === balanceAfter;

function buildPurchaseItems(purchase: AdminPurchaseDetail): DescriptionItems {
  const { reseller, level, ref, upstreamId, phone, settledAt, settledByName, outcome } = purchase;
  const { networkName, networkId, planId } = purchase;
  return [
    {
      label: "Reseller",
      value: (
        <>
          <PageLink
            href={`/admin/resellers/${reseller.id}`}
            className="inline-block min-h-6 underline underline-offset-4"
          >
            {reseller.name}
          </PageLink>
          <PageLink
            href={`/admin/purchases?reseller=${reseller.id}`}
            className="block min-h-6 font-normal text-muted text-sm underline underline-offset-4"
          >
            All purchases
          </PageLink>
        </>
      ),
    },
    { label: "Email", value: reseller.email, action: <CopyButton text={reseller.email} what="email" /> },
    { label: "Level", value: LEVEL_LABELS[level] },
    {
      label: "Phone number",
      value: phone,
      action: <CopyNumberButton phone={phone} />,
    },
    { label: "Network", value: `${networkName} (${networkId})` },
    { label: "Plan", value: `${formatPlanDetails(purchase)} (${planId})` },
    { label: "Channel", value: CHANNEL_LABELS[purchase.channel] },
    { label: "Placed", value: formatExactTime(purchase.placedAt) },
    purchase.state === "queued" && { label: "Sending deadline", value: formatExactTime(purchase.deadlineAt) },
    settledAt && { label: "Settled", value: formatExactTime(settledAt) },
    settledByName && { label: "Settled by", value: settledByName },
    outcome && { label: "Outcome", value: outcome },
    {
      label: "Client reference",
      value: ref,
      mono: true,
      action: <CopyButton text={ref} what="client reference" />,
    },
    upstreamId
      ? {
          label: "Supplier’s ID",
          value: upstreamId,
          mono: true,
          action: <CopyButton text={upstreamId} what="supplier’s ID" />,
        }
      : {
          label: "Supplier’s ID",
          value: <span className="text-muted">{settledAt ? "None" : "None yet"}</span>,
        },
  ];
}
