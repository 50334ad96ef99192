import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { AsOf } from "#app/ui/list/as-of";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { pluralise } from "#lib/core/text/pluralise";
import { getLedgerSummary } from "#lib/ledger/ledger-summary";
import { modules } from "#lib/modules";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { getAdminDashboard } from "#lib/report/admin-dashboard";
import { listSeveralSuppliers } from "#lib/supplier/list-suppliers";
import { requireAdminPage } from "#lib/web/actor";
import { ActionItemList, lacksBackup, SetupChecklist } from "./home/action-item-list.tsx";
import { DashboardFigures } from "./home/dashboard-figures.tsx";
import { MonthChart } from "./home/month-chart.tsx";
import { SuppliersCard } from "./home/suppliers-card.tsx";

export const metadata = { title: "Dashboard" };

export default async function AdminHomePage() {
  const { ctx } = await requireAdminPage();
  const [dashboard, ledger, upstream, suppliers] = await Promise.all([
    getAdminDashboard(ctx, modules),
    getLedgerSummary(ctx),
    getUpstreamBalance(ctx),
    listSeveralSuppliers(ctx),
  ]);
  const { needs, setup, today, days, asOf } = dashboard;
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Dashboard" lead={formatLead(today)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ActionItemList needs={needs} isSetUp={setup.length === 0} />
        <DashboardFigures dashboard={dashboard} ledger={ledger} upstream={upstream} />
        {suppliers.length > 0 && <SuppliersCard suppliers={suppliers} />}
        <div
          className={cx(
            "grid grid-cols-[minmax(0,1fr)] items-start gap-5",
            // Until then the checklist is a card of several rows, above the chart a single line.
            lacksBackup(setup) && "xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]",
          )}
        >
          {setup.length > 0 && <SetupChecklist steps={setup} />}
          <Card
            title="Last 30 days"
            action={
              <PageLink href="/admin/daily-closes" className="font-medium text-accent text-sm">
                Daily closes
              </PageLink>
            }
          >
            <MonthChart days={days} />
            <AsOf time={asOf} />
          </Card>
        </div>
      </div>
    </>
  );
}

function formatLead({ delivered, open }: { delivered: number; open: number }): string {
  const bundles = pluralise(delivered, "bundle", "bundles");
  return `${bundles} delivered today${open > 0 ? `, ${open} processing` : ""}.`;
}
