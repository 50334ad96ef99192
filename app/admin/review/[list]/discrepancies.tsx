import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import { countUnconfirmed } from "#lib/reconcile/admin/count-unconfirmed";
import { type Discrepancy, discrepancyList } from "#lib/reconcile/admin/discrepancy-list";
import { getLastUpstreamAdjustmentId } from "#lib/reconcile/admin/upstream-deposit-list";
import {
  BalanceRises,
  ClosedDiscrepancies,
  DISCREPANCY_KIND_LABELS,
  OpenDiscrepancies,
} from "./discrepancy-tables.tsx";

export { discrepancyList as list };

export async function Page(request: GroupedListProps) {
  const { ctx } = request;
  const [{ oldestAt }, lastAdjustmentId] = await Promise.all([
    countUnconfirmed(ctx),
    getLastUpstreamAdjustmentId(ctx),
  ]);
  return (
    <AdminList
      live
      {...request}
      list={discrepancyList}
      title="Discrepancies"
      lead="While a discrepancy is open, balances don’t resolve purchases automatically."
      search="Reference of the purchase"
      filters={[
        { name: "kind", label: "Kind", options: DISCREPANCY_KIND_LABELS },
        { name: "state", label: "Status", empty: "Open", options: { closed: "Resolved", all: "All" } },
      ]}
      empty={{
        icon: CircleCheck,
        title: "No discrepancies",
        text: "A response or balance of a supplier that contradicts the records appears here.",
      }}
      searchHint="Enter the whole reference of the purchase."
    >
      {({ rows }) => {
        const open = rows.filter(({ closedAt }) => closedAt === null);
        const isRise = ({ kind }: Discrepancy) => kind === "rise";
        return (
          <div className="grid gap-6">
            <BalanceRises
              rises={open.filter(isRise)}
              oldestAt={oldestAt}
              lastAdjustmentId={lastAdjustmentId}
            />
            <OpenDiscrepancies discrepancies={open.filter((row) => !isRise(row))} />
            <ClosedDiscrepancies discrepancies={rows.filter(({ closedAt }) => closedAt !== null)} />
          </div>
        );
      }}
    </AdminList>
  );
}
