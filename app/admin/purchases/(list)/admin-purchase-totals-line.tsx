import { formatCount } from "#app/ui/format-count.ts";
import { SummaryLine, SummaryLineSkeleton } from "#app/ui/list/summary-line";
import { Money } from "#app/ui/money";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import type { PurchaseFilter } from "#lib/purchase/read/purchase-filter";
import { getAdminPurchaseTotals } from "#lib/purchase/read/purchase-totals";

/** The totals of all results, not just this page. */
export async function AdminPurchaseTotalsLine({ ctx, filter }: { ctx: Ctx; filter: PurchaseFilter }) {
  const { count, delivered, sales, margin, held } = await getAdminPurchaseTotals(ctx, filter);
  return (
    <SummaryLine
      sums={[
        { label: "Purchases", value: formatCount(count) },
        { label: "Delivered", value: formatCount(delivered) },
        { label: "Sales", value: <Money text={formatMoney(sales)} /> },
        { label: "Margin", value: <Money text={formatMoney(margin)} /> },
        { label: "Held", value: <Money text={formatMoney(held)} /> },
      ]}
    />
  );
}

export function AdminPurchaseTotalsSkeleton() {
  return <SummaryLineSkeleton labels={["Purchases", "Delivered", "Sales", "Margin", "Held"]} />;
}
