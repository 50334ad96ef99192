import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money";
import type { PurchaseFilter } from "#lib/purchase/read/filter";
import { adminTotals } from "#lib/purchase/read/totals";
import { countText } from "../../../ui/count-text.ts";
import { Money } from "../../../ui/money.tsx";
import { SumLine, SumLineSkeleton } from "../../../ui/sum-line.tsx";

/** What everything that the filters find adds up to, not just this page. */
export async function Totals({ ctx, filter }: { ctx: Ctx; filter: PurchaseFilter }) {
  const { count, delivered, sales, margin, held } = await adminTotals(ctx, filter);
  return (
    <SumLine
      sums={[
        { label: "Purchases", value: countText(count) },
        { label: "Delivered", value: countText(delivered) },
        { label: "Sales", value: <Money text={formatMoney(sales)} /> },
        { label: "Margin", value: <Money text={formatMoney(margin)} /> },
        { label: "Set aside", value: <Money text={formatMoney(held)} /> },
      ]}
    />
  );
}

export function TotalsSkeleton() {
  return <SumLineSkeleton labels={["Purchases", "Delivered", "Sales", "Margin", "Set aside"]} />;
}
