import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button-link";
import { formatCount } from "#app/ui/format-count.ts";
import { SummaryLine, SummaryLineSkeleton } from "#app/ui/list/summary-line";
import { PrivateMoney } from "#app/ui/private-money";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatDaySpan } from "#lib/core/time/time";
import type { PurchaseFilter } from "#lib/purchase/read/purchase-filter";
import { getPurchaseTotals } from "#lib/sales/purchase-totals";

/** The totals of all matching purchases, not just of this page. */
export async function PurchaseTotals({ ctx, filter }: { ctx: Ctx; filter: PurchaseFilter }) {
  const { count, delivered, spent, held, from, to } = await getPurchaseTotals(ctx, filter);
  return (
    <SummaryLine
      sums={[
        { label: "Purchases", value: formatCount(count) },
        { label: "Delivered", value: formatCount(delivered), wide: true },
        {
          label: from || to ? `Spent, ${formatDaySpan({ from, to })}` : "Spent",
          value: <PrivateMoney text={formatMoney(spent)} />,
        },
        { label: "On hold", value: <PrivateMoney text={formatMoney(held)} />, wide: true },
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

/** The row of the totals, with the way to the purchases that went wrong. */
export function PurchaseTotalsRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-2 [&_dl]:max-sm:flex-nowrap [&_dl]:max-sm:gap-x-4 [&>:first-child]:max-w-3/4 [&>:first-child]:shrink-0">
      {children}
      <ButtonLink
        href="/purchases/delivery-issues"
        variant="quiet"
        size="sm"
        className="-mr-3 max-sm:whitespace-nowrap"
      >
        Delivery issues
      </ButtonLink>
    </div>
  );
}
