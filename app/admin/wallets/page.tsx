import { ApprovalLimitNote } from "#app/admin/approval";
import { WalletTabs } from "#app/admin/tabs";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { type DescriptionItem, type DescriptionItems, DescriptionList } from "#app/ui/description-list";
import { CircleAlert, CircleCheck, Settings } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { DataTable } from "#app/ui/list/data-table";
import { Pager } from "#app/ui/list/pager";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { formatMoney } from "#lib/core/money/money";
import { findEarlierCredits } from "#lib/funding/find-earlier-credits";
import { countPendingFunding, pendingFundingList } from "#lib/funding/funding-list";
import { suggestMatches } from "#lib/funding/suggest-matches";
import { getLedgerSummary, type LedgerSummary } from "#lib/ledger/ledger-summary";
import { manualAdjustmentList } from "#lib/ledger/manual-adjustment-list";
import type { UpstreamBalance } from "#lib/reconcile/upstream-balance";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { requireAdminPage } from "#lib/request/actor";
import { adjustmentTable } from "./columns.tsx";
import { FundingCard } from "./funding-card.tsx";
import { WalletSearch } from "./wallet-search.tsx";

export const metadata = { title: "Wallets" };

const PATH = "/admin/wallets";
const MAX_RECENT = 10;

export default async function WalletsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const { wallet, ...query } = await searchParams;
  const [transfers, pending, summary, upstream, adjustments, approvalLimit] = await Promise.all([
    pendingFundingList.page(ctx, query),
    countPendingFunding(ctx),
    getLedgerSummary(ctx),
    getUpstreamBalance(ctx),
    manualAdjustmentList.page(ctx, {}, MAX_RECENT),
    getApprovalLimit(ctx),
  ]);
  const requests = transfers.rows.map(({ id }) => id);
  const [{ money }, credited] = await Promise.all([suggestMatches(ctx), findEarlierCredits(ctx, requests)]);
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Wallets" tabs={<WalletTabs here={PATH} />}>
        <ButtonLink
          href="/admin/settings/payments#payment-instructions"
          variant="secondary"
          size="sm"
          className="page-action"
        >
          <Settings />
          <span>Payment settings</span>
        </ButtonLink>
      </PageHeader>
      <ApprovalLimitNote {...approvalLimit} />
      <WalletSearch ctx={ctx} here={PATH} q={typeof wallet === "string" ? wallet.trim() : ""} />
      <div className="grid gap-5">
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="min-w-0">
            <FundingCard requests={transfers.rows} pending={pending} money={money} credited={credited} />
            <Pager here={PATH} page={transfers} />
          </div>
          <LedgerCard summary={summary} upstream={upstream} />
        </div>
        {adjustments.rows.length > 0 && (
          <section aria-labelledby="adjustments" className="min-w-0">
            <h2 id="adjustments" className="mb-3 flex items-baseline justify-between font-semibold text-base">
              Recent adjustments
              <PageLink href={`${PATH}/adjustments/wallets`} className="font-medium text-accent text-sm">
                All adjustments
              </PageLink>
            </h2>
            <DataTable caption="Recent adjustments" dense rows={adjustments.rows} {...adjustmentTable} />
          </section>
        )}
      </div>
    </>
  );
}

function LedgerCard({ summary, upstream }: { summary: LedgerSummary; upstream: UpstreamBalance | null }) {
  const { paidIn, balanced, belowZero } = summary;
  const Icon = balanced ? CircleCheck : CircleAlert;
  return (
    <Card title="Ledger">
      <p className={`flex items-start gap-2 font-medium ${balanced ? "text-good" : "text-bad"}`}>
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {balanced
          ? `Balanced: all ${formatMoney(paidIn)} paid in is accounted for.`
          : "Out of balance. Stop sending and run the check command to find the cause."}
      </p>
      <DescriptionList facts={[...buildLedgerItems(summary), buildUpstreamItem(upstream)]} />
      {belowZero.length > 0 && (
        <div className="mt-3">
          <h3 className="font-medium text-sm">Below zero</h3>
          <ul className="mt-1 text-sm">
            {belowZero.map(({ resellerId, name, wallet }) => (
              <li key={resellerId} className="flex min-h-9 items-center justify-between gap-4">
                <PageLink href={`/admin/wallets/${resellerId}`} className="underline underline-offset-4">
                  {name}
                </PageLink>
                <span className="text-bad">{formatMoney(wallet)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

function buildLedgerItems({ paidIn, owed, owing, held, sold, advanced }: LedgerSummary): DescriptionItems {
  return [
    { label: "Paid in", value: formatMoney(paidIn) },
    { label: "Owed to resellers", value: formatMoney(owed) },
    owing > 0n && {
      label: "Owed by resellers",
      value: <span className="text-bad">{formatMoney(-owing)}</span>,
    },
    { label: "Held for purchases", value: formatMoney(held) },
    { label: "Revenue", value: formatMoney(sold) },
    advanced > 0n && {
      label: "Advances, not ended",
      value: (
        <PageLink href="/admin/settings/purchases#advances" className="underline underline-offset-4">
          {formatMoney(advanced)}
        </PageLink>
      ),
    },
  ];
}

function buildUpstreamItem(upstream: UpstreamBalance | null): DescriptionItem {
  if (!upstream)
    return { label: "Main supplier’s balance", value: <span className="text-muted">Unknown</span> };
  return {
    label: "Main supplier’s balance",
    value: (
      <>
        <span className={upstream.low ? "text-bad" : ""}>{formatMoney(upstream.amount)}</span>
        <span className="block font-normal text-muted text-sm">
          reported <Time at={upstream.seenAt} />
        </span>
      </>
    ),
  };
}
