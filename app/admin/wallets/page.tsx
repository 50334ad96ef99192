import { ApprovalLimitNote } from "#app/admin/approval";
import { WalletTabs } from "#app/admin/tabs";
import { ButtonLink } from "#app/ui/button-link";
import type { Query } from "#app/ui/list/build-href.ts";
import { DataTable } from "#app/ui/list/data-table";
import { Pager } from "#app/ui/list/pager";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { findEarlierCredits } from "#lib/admin/find-earlier-credits";
import { suggestMatches } from "#lib/admin/suggest-matches";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { countPendingFunding, pendingFundingList } from "#lib/funding/funding-list";
import { getLedgerSummary } from "#lib/ledger/ledger-summary";
import { manualAdjustmentList } from "#lib/ledger/manual-adjustment-list";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { requireAdminPage } from "#lib/web/actor";
import { adjustmentTable } from "./columns.tsx";
import { FundingCard } from "./funding-card.tsx";
import { LedgerCard } from "./ledger-card.tsx";
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
      <PageHeader title="Wallets">
        <ButtonLink href="/admin/settings/payments#payment-instructions" variant="secondary" size="sm">
          Payment settings
        </ButtonLink>
      </PageHeader>
      <WalletTabs here={PATH} />
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
