import { sellingLabel } from "#app/admin/suppliers/supplier-labels.ts";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { PageLink } from "#app/ui/page/page-link";
import { formatMoney } from "#lib/core/money/money";
import type { SupplierView } from "#lib/supplier/list-suppliers";

export function SuppliersCard({ suppliers }: { suppliers: readonly SupplierView[] }) {
  return (
    <Card
      title="Suppliers"
      padded={false}
      action={
        <PageLink
          href="/admin/suppliers/report"
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
        >
          Sales by supplier
        </PageLink>
      }
    >
      <RowList label="Suppliers">
        {suppliers.map((supplier) => (
          <ListRow
            key={supplier.id}
            href={`/admin/suppliers/${supplier.id}`}
            title={supplier.name}
            note={formatNote(supplier)}
            state={<StateBadge {...sellingLabel(supplier)} />}
          />
        ))}
      </RowList>
    </Card>
  );
}

/** The reason that a supplier doesn't sell; of one that sells, its sales and its balance. */
function formatNote({ state, sending, list, poor, today, balance }: SupplierView): string {
  if (state === "on" && sending.stopped) return sending.reason ?? "";
  if (state === "on" && list.isOld) return list.failure ?? "Its list hasn’t been fetched recently.";
  if (state === "on" && poor) return poor.reason;
  const sales = `${formatMoney(today.sales)} sold today, ${formatMoney(today.margin)} margin`;
  return balance ? `${sales}, ${formatMoney(balance.amount)} balance` : sales;
}
