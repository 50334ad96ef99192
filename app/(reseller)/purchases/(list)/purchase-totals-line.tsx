import { formatCount } from "#app/ui/format-count.ts";
import { SummaryLine, SummaryLineSkeleton } from "#app/ui/list/summary-line";
import { Money } from "#app/ui/money";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import type { PurchaseFilter } from "#lib/purchase/read/purchase-filter";
import { getPurchaseTotals } from "#lib/purchase/read/purchase-totals";

/** The totals of all matching purchases, not just of this page. */
export async function PurchaseTotalsLine({ ctx, filter }: { ctx: Ctx; filter: PurchaseFilter }) {
  const { count, delivered, spent, held } = await getPurchaseTotals(ctx, filter);
  return (
    <SummaryLine
      sums={[
        { label: "Purchases", value: formatCount(count) },
        { label: "Delivered", value: formatCount(delivered) },
        { label: "Spent", value: <Money text={formatMoney(spent)} /> },
        { label: "On hold", value: <Money text={formatMoney(held)} /> },
      ]}
    />
  );
}

export function PurchaseTotalsSkeleton() {
  return <SummaryLineSkeleton labels={["Purchases", "Delivered", "Spent", "On hold"]} />;
}
