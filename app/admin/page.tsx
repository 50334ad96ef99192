import { getSellingProblem, sellingLabel } from "#app/admin/networks/suppliers/supplier-labels.ts";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { AsOf } from "#app/ui/list/as-of";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { getLedgerSummary } from "#lib/ledger/ledger-summary";
import { modules } from "#lib/modules";
import { getAdminDashboard } from "#lib/monitoring/admin-dashboard";
import { readDeliveryBoard } from "#lib/monitoring/delivery-board";
import { readHourlySales } from "#lib/monitoring/hourly-sales";
import { getUpstreamBalance } from "#lib/reconcile/upstream-balance";
import { requireAdminPage } from "#lib/request/actor";
import { listSeveralSuppliers, type SupplierView } from "#lib/supplier/list-suppliers";
import { ActionItemList, SetupChecklist } from "./home/action-item-list.tsx";
import { DashboardFigures } from "./home/dashboard-figures.tsx";
import { MonthChart } from "./home/month-chart.tsx";
import { hasPurchases, RecentOutcomesCard } from "./home/recent-outcomes-card.tsx";
import { TodayChart } from "./home/today-chart.tsx";

export const metadata = { title: "Dashboard" };

export default async function AdminHomePage() {
  const { ctx } = await requireAdminPage();
  const [dashboard, ledger, upstream, suppliers, board, hours] = await Promise.all([
    getAdminDashboard(ctx, modules),
    getLedgerSummary(ctx),
    getUpstreamBalance(ctx),
    listSeveralSuppliers(ctx),
    readDeliveryBoard(ctx),
    readHourlySales(ctx),
  ]);
  const { needs, setup, today, days, asOf } = dashboard;
  const hasSales = today.open > 0 || days.some(({ delivered }) => delivered > 0);
  return (
    <>
      <LiveUpdates />
      <PageHeader title="Dashboard" lead={formatLead(today)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ActionItemList needs={needs} isSetUp={setup.length === 0} />
        {setup.length > 0 && <SetupChecklist steps={setup} />}
        {/* Before the first purchase every figure is zero. */}
        {hasSales && (
          <>
            <DashboardFigures dashboard={dashboard} ledger={ledger} upstream={upstream} />
            <div
              className={cx(
                "grid grid-cols-[minmax(0,1fr)] items-start gap-5",
                board.networks.some(hasPurchases) && "xl:grid-cols-2",
              )}
            >
              <Card title="Today">
                <TodayChart {...hours} />
              </Card>
              <RecentOutcomesCard {...board} />
            </div>
            {suppliers.length > 0 && <SuppliersCard suppliers={suppliers} />}
            <Card title="Last 30 days" link={{ href: "/admin/records/closes", label: "Daily closes" }}>
              <MonthChart days={days} />
              <AsOf time={asOf} />
            </Card>
          </>
        )}
      </div>
    </>
  );
}

function formatLead({ open }: { open: number }): string {
  return open === 0
    ? "No purchase is processing."
    : `${pluralise(open, "purchase is", "purchases are")} processing.`;
}

function SuppliersCard({ suppliers }: { suppliers: readonly SupplierView[] }) {
  return (
    <Card
      title="Suppliers"
      padded={false}
      link={{ href: "/admin/networks/suppliers/report", label: "Sales by supplier" }}
    >
      <RowList label="Suppliers">
        {suppliers.map((supplier) => (
          <ListRow
            key={supplier.id}
            href={`/admin/networks/suppliers/${supplier.id}`}
            title={supplier.name}
            note={formatNote(supplier)}
            state={<StateBadge {...sellingLabel(supplier)} />}
          />
        ))}
      </RowList>
    </Card>
  );
}

/** The problem of a supplier; of one without, its sales, and a balance that no figure shows. */
function formatNote(supplier: SupplierView): string {
  const { isMain, today, balance } = supplier;
  const sales = `${formatMoney(today.sales)} sold today, ${formatMoney(today.margin)} margin`;
  return (
    getSellingProblem(supplier) ??
    (balance && !isMain ? `${sales}, ${formatMoney(balance.amount)} balance` : sales)
  );
}
