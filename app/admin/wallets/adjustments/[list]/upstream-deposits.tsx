import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { HistoryCard } from "#app/admin/history";
import { UpstreamDepositForm } from "#app/admin/review/upstream-deposit-form";
import { Card } from "#app/ui/card";
import { Banknote } from "#app/ui/icon/icons.ts";
import type { Column } from "#app/ui/list/data-table";
import { signedAmountColumn } from "#app/ui/list/statement-table";
import { Time, TimePhrase } from "#app/ui/time";
import { getAuditHistory } from "#lib/audit/audit-history";
import {
  getLastUpstreamAdjustmentId,
  type UpstreamDeposit,
  upstreamDepositList,
} from "#lib/reconcile/admin/upstream-deposit-list";
import { getSupplierNames } from "#lib/supplier/list-suppliers";

export { upstreamDepositList as list };

export async function Page(request: GroupedListProps) {
  const { ctx } = request;
  const [lastAdjustmentId, suppliers] = await Promise.all([
    getLastUpstreamAdjustmentId(ctx),
    getSupplierNames(ctx),
  ]);
  const columns = suppliers.size > 1 ? [...COLUMNS, supplierColumn(suppliers)] : COLUMNS;
  return (
    <AdminList
      live
      {...request}
      list={upstreamDepositList}
      title="Supplier deposits"
      lead="Recorded deposits explain the balances at suppliers."
      above={
        <div className="mb-5 grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card title="Record deposit">
            <p className="mb-4 text-muted text-sm">
              Record a deposit within ten minutes of making it. Later, its balance change is reported as a
              discrepancy.
            </p>
            <UpstreamDepositForm lastAdjustmentId={lastAdjustmentId} suppliers={suppliers} />
          </Card>
          <HistoryCard records={getAuditHistory(ctx, { subject: "upstream", subjectId: "1", latest: 20 })} />
        </div>
      }
      empty={{
        icon: Banknote,
        title: "No supplier deposits yet",
        text: "Record each deposit above, so that the supplier’s balance stays explained.",
      }}
      table={{ columns, rowKey: ({ id }) => id }}
    />
  );
}

const supplierColumn = (names: ReadonlyMap<number, string>): Column<UpstreamDeposit> => ({
  head: "Supplier",
  cell: ({ supplierId }) => names.get(supplierId),
});

const COLUMNS: readonly Column<UpstreamDeposit>[] = [
  { head: "Reason", phone: "title", cell: ({ reason }) => reason },
  {
    head: "Recorded",
    phone: "note",
    cell: ({ actorName, at }) => <TimePhrase before={`${actorName}, `} at={at} />,
  },
  { head: "Credited by", cell: ({ latest }) => <Time at={latest} /> },
  signedAmountColumn,
];
