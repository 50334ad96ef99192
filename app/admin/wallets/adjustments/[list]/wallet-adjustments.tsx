import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { adjustmentTable } from "#app/admin/wallets/columns";
import { ArrowLeftRight } from "#app/ui/icon/icons.ts";
import { ENTRY_LABELS } from "#lib/ledger/entry-labels";
import { MANUAL_ADJUSTMENT_KINDS, manualAdjustmentList } from "#lib/ledger/manual-adjustment-list";

export { manualAdjustmentList as list };

export function Page(request: GroupedListProps) {
  return (
    <AdminList
      live
      {...request}
      list={manualAdjustmentList}
      title="Wallet adjustments"
      lead="Ledger entries made by admins."
      search="Reseller’s email"
      filters={[
        {
          name: "kind",
          label: "Kind",
          options: MANUAL_ADJUSTMENT_KINDS.map((value) => ({ value, label: ENTRY_LABELS[value] })),
        },
      ]}
      days
      empty={{
        icon: ArrowLeftRight,
        title: "No adjustments yet",
        text: "To credit or debit a wallet, open it from its reseller’s page.",
      }}
      table={adjustmentTable}
    />
  );
}
