import { Card } from "#app/ui/card";
import { AsOf } from "#app/ui/list/as-of";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { formatMoney } from "#lib/core/money/money";
import { modules } from "#lib/modules";
import { getAdminDashboard } from "#lib/report/admin-dashboard";
import { requireAdminPage } from "#lib/web/actor";
import { ActionItemList, SetupChecklist } from "./home/action-item-list.tsx";
import { DashboardFigures } from "./home/dashboard-figures.tsx";
import { MonthChart } from "./home/month-chart.tsx";

export const metadata = { title: "Dashboard" };

export default async function AdminHomePage() {
  const { ctx } = await requireAdminPage();
  const { needs, setup, today, yesterday, lastWeek, days, asOf } = await getAdminDashboard(ctx, modules);
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Dashboard" lead={formatLead(today)} />
      <div className="grid gap-5">
        <ActionItemList needs={needs} isSetUp={setup.length === 0} />
        {setup.length > 0 && <SetupChecklist steps={setup} />}
        <DashboardFigures today={today} yesterday={yesterday} lastWeek={lastWeek} />
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
    </>
  );
}

function formatLead({ delivered, sales, open }: { delivered: number; sales: bigint; open: number }): string {
  const bundles = delivered === 1 ? "1 bundle" : `${delivered} bundles`;
  const processing = open > 0 ? `, ${open} processing` : "";
  return `${bundles} delivered today for ${formatMoney(sales)}${processing}.`;
}
