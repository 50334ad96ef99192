import { unconfirmedKind } from "#app/admin/bulk/purchase-kinds";
import { MatchingForm } from "#app/admin/bulk/selection-bar";
import { SavedViews } from "#app/admin/saved-views";
import { ReviewTabs } from "#app/admin/tabs";
import { Banner } from "#app/ui/banner";
import { cx } from "#app/ui/cx.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListFilters } from "#app/ui/list/list-filters";
import { ListHeader } from "#app/ui/list/list-page";
import { Pager } from "#app/ui/list/pager";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageLink } from "#app/ui/page/page-link";
import { readSettings } from "#lib/audit/settings/read-settings";
import { getDispatchStatus } from "#lib/dispatch/dispatch-status";
import { listHeldWork } from "#lib/monitoring/held-work";
import {
  countOpenDiscrepancies,
  countUnconfirmed,
  type UnconfirmedCount,
} from "#lib/reconcile/admin/count-unconfirmed";
import { hasOpenGap, unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { reconcileSettings } from "#lib/reconcile/reconcile-settings";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { requireAdminPage } from "#lib/request/actor";
import { listSavedViews } from "#lib/saved-view/saved-views";
import { getSupplierNames } from "#lib/supplier/list-suppliers";
import { HeldWorkBanner } from "../held-work-banner.tsx";
import { SendingCard } from "../sending-card.tsx";
import { ResolutionRequests, UnconfirmedTable } from "../unconfirmed-table.tsx";
import { UpstreamBalanceCard } from "../upstream-balance-card.tsx";

export const metadata = { title: "Unconfirmed purchases" };

const PATH = "/admin/review";

const STATE_LABELS = { overdue: "Overdue", proposed: "Approval requested", undecided: "To resolve" };

export default async function UnconfirmedPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [sending, balance, page, hasGap, counted, open, settings, views, held, suppliers] = await Promise.all(
    [
      getDispatchStatus(ctx),
      getUpstreamBalance(ctx),
      unconfirmedList.page(ctx, await searchParams),
      hasOpenGap(ctx),
      countUnconfirmed(ctx),
      countOpenDiscrepancies(ctx),
      readSettings(ctx, reconcileSettings),
      listSavedViews(ctx, { list: PATH }),
      listHeldWork(ctx),
      getSupplierNames(ctx),
    ],
  );
  const { rows, on, narrowed } = page;
  const requested = rows.filter(({ approvalRequest }) => approvalRequest);
  const unresolved = rows.filter(({ approvalRequest }) => !approvalRequest);
  const isUrgent = sending.stopped || balance?.low === true;
  const mainName = suppliers.size > 1 ? suppliers.values().next().value : undefined;
  return (
    <>
      <LiveUpdates />
      <ListHeader
        here={PATH}
        page={page}
        title="Unconfirmed purchases"
        lead={formatLead(counted)}
        tabs={<ReviewTabs ctx={ctx} here={PATH} />}
      />
      <div className="flex flex-col gap-5">
        {held.length > 0 && <HeldWorkBanner held={held} />}
        {counted.count > 0 && <AutomationBanner automatic={settings.automatic} open={open} hasGap={hasGap} />}
        <div id="unconfirmed">
          {(counted.count > 0 || narrowed) && (
            <>
              <SavedViews here={PATH} on={on} views={views} />
              <ListFilters
                here={PATH}
                on={on}
                search="Reference, phone number, email"
                filters={[{ name: "state", label: "Status", options: STATE_LABELS }]}
              />
            </>
          )}
          <div className="grid gap-6">
            {requested.length > 0 && <ResolutionRequests purchases={requested} />}
            <UnconfirmedTable
              purchases={unresolved}
              filtered={narrowed}
              selected={on.q?.toUpperCase()}
              silent={requested.length > 0}
            />
          </div>
          <MatchingForm ctx={ctx} kind={unconfirmedKind} page={page} />
          <Pager here={PATH} page={page} />
        </div>
        {/* Stays where it is in the document, so that a form in it keeps its result. */}
        <div className={cx("grid items-start gap-4 lg:grid-cols-2", isUrgent && "order-first")}>
          <SendingCard ctx={ctx} sending={sending} />
          <UpstreamBalanceCard balance={balance} title={mainName && `Balance: ${mainName}`} />
        </div>
      </div>
    </>
  );
}

function formatLead({ count, overdue }: UnconfirmedCount): string {
  if (count === 0) return "All sent purchases are confirmed.";
  const text = `${count} ${count === 1 ? "purchase" : "purchases"} without a confirmed outcome`;
  return overdue > 0 ? `${text}, ${overdue} overdue.` : `${text}.`;
}

interface AutomationBannerProps {
  automatic: boolean;
  open: number;
  hasGap: boolean;
}

const LINK_CLASS = "underline underline-offset-4";

/** The reason that balances only suggest outcomes; nothing while they resolve purchases automatically. */
function AutomationBanner({ automatic, open, hasGap }: AutomationBannerProps) {
  if (automatic && open === 0 && !hasGap) return null;
  return (
    <Banner kind="warn" title="Purchases aren’t resolved automatically">
      {!automatic ? (
        <>
          Balances only suggest an outcome. You can change this in{" "}
          <PageLink href="/admin/settings/purchases#unconfirmed-purchases" className={LINK_CLASS}>
            settings
          </PageLink>
          .
        </>
      ) : open > 0 ? (
        <>
          Balances only suggest an outcome until the{" "}
          <PageLink href={`${PATH}/discrepancies`} className={LINK_CLASS}>
            open discrepancies
          </PageLink>{" "}
          are resolved.
        </>
      ) : (
        <>
          A supplier’s balance changed without an explanation.{" "}
          <PageLink href="/admin/wallets/adjustments/upstream" className={LINK_CLASS}>
            Record the deposit
          </PageLink>
          . Until then, resolve purchases manually.
        </>
      )}
    </Banner>
  );
}
