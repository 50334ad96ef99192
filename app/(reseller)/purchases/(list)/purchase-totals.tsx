import { formatCount } from "#app/ui/format-count.ts";
import { SummaryLine, SummaryLineSkeleton } from "#app/ui/list/summary-line";
import { Money } from "#app/ui/money";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatDaySpan } from "#lib/core/time/time";
import type { PurchaseFilter } from "#lib/purchase/read/purchase-filter";
import { getPurchaseTotals } from "#lib/purchase/read/purchase-totals";

/** The totals of all matching purchases, not just of this page. */
export async function PurchaseTotalsLine({ ctx, filter }: { ctx: Ctx; filter: PurchaseFilter }) {
  const { count, delivered, spent, held, ...days } = await getPurchaseTotals(ctx, filter);
  const period = formatDaySpan(days);
  return (
    <SummaryLine
      sums={[
        { label: `Purchases, ${period}`, value: formatCount(count) },
        { label: "Delivered", value: formatCount(delivered), wide: true },
        { label: `Spent, ${period}`, value: <Money text={formatMoney(spent)} /> },
        { label: "On hold", value: <Money text={formatMoney(held)} />, wide: held === 0n },
      ]}
    />
  );
}

export function PurchaseTotalsSkeleton() {
  return (
    <SummaryLineSkeleton
      labels={["Purchases", "Delivered", "Spent", "On hold"]}
      wide={["Delivered", "On hold"]}
    />
  );
}
