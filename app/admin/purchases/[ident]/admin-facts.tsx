import { formatMoney } from "#lib/core/money";
import { exactTime } from "#lib/core/time";
import type { AdminPurchaseDetail, AdminPurchaseView } from "#lib/purchase/read/view";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { CHANNEL_WORDS, LEVEL_WORDS } from "../../../ui/words.ts";

/** Who bought what, what it cost, what it left, and every reference. */
export function AdminFacts({ purchase }: { purchase: AdminPurchaseDetail }) {
  return (
    <div className="grid min-w-0 gap-5">
      <Card title="Money" padded={false}>
        <div className={INSIDE}>
          <Facts facts={money(purchase)} />
        </div>
      </Card>
      <Card title="Purchase" padded={false}>
        <div className={INSIDE}>
          <Facts facts={facts(purchase)} />
        </div>
      </Card>
    </div>
  );
}

/** Facts bring air of their own above and below. */
const INSIDE = "px-4 pb-2 md:px-5";

function money({ price, cost, margin, walletBefore, walletAfter }: AdminPurchaseView): Fact[] {
  return [
    { label: "Price", value: formatMoney(price) },
    { label: "Cost", value: formatMoney(cost) },
    {
      label: "Margin",
      value: <span className={margin < 0n ? "text-bad" : "text-good"}>{formatMoney(margin)}</span>,
    },
    { label: "Wallet before", value: formatMoney(walletBefore) },
    { label: "Wallet after", value: formatMoney(walletAfter) },
  ];
}

function facts(purchase: AdminPurchaseDetail): Fact[] {
  const { reseller, level, ident, ref, upstreamId, phone, settledAt, settledByName, outcome } = purchase;
  const { networkName, networkId, planId, typeName, size, volume, validity } = purchase;
  return [
    {
      label: "Reseller",
      value: (
        <>
          <PageLink href={`/admin/resellers/${reseller.id}`} className="underline underline-offset-4">
            {reseller.name}
          </PageLink>
          <PageLink
            href={`/admin/purchases?reseller=${reseller.id}`}
            className="block font-normal text-muted text-sm underline underline-offset-4"
          >
            All their purchases
          </PageLink>
        </>
      ),
    },
    { label: "E-mail", value: reseller.email, action: <CopyButton text={reseller.email} what="e-mail" /> },
    { label: "Level", value: LEVEL_WORDS[level] },
    { label: "Number", value: phone, action: <CopyButton text={phone.replace(/\D/g, "")} what="number" /> },
    { label: "Network", value: `${networkName} (${networkId})` },
    { label: "Plan", value: `${size} ${volume} ${typeName}, ${validity} (${planId})` },
    { label: "Came by", value: CHANNEL_WORDS[purchase.channel] },
    { label: "Placed", value: exactTime(purchase.placedAt) },
    { label: "Deadline", value: exactTime(purchase.deadlineAt) },
    ...(settledAt ? [{ label: "Settled", value: exactTime(settledAt) }] : []),
    ...(settledByName ? [{ label: "Settled by", value: settledByName }] : []),
    ...(outcome ? [{ label: "Outcome", value: outcome }] : []),
    { label: "Ident", value: ident, mono: true, action: <CopyButton text={ident} what="ident" /> },
    { label: "Ref", value: ref, mono: true, action: <CopyButton text={ref} what="ref" /> },
    upstreamId
      ? {
          label: "Upstream id",
          value: upstreamId,
          mono: true,
          action: <CopyButton text={upstreamId} what="upstream id" />,
        }
      : { label: "Upstream id", value: <span className="text-muted">None yet</span> },
  ];
}
