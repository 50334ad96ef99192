import { formatCount } from "#app/ui/format-count.ts";
import { SummaryLine, SummaryLineSkeleton } from "#app/ui/list/summary-line";
import { Money } from "#app/ui/money";
import { toTimeText } from "#app/ui/time";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatDayAndClock, formatDaySpan } from "#lib/core/time/time";
import type { PurchaseFilter } from "#lib/purchase/read/purchase-filter";
import { getPurchaseTotals } from "#lib/purchase/read/purchase-totals";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { PurchaseRows } from "./purchase-rows.tsx";

interface Props {
  purchases: readonly PurchaseView[];
  /** Ids of the purchases with an open delivery issue. */
  notReceived: ReadonlySet<number>;
  /** Names of saved customers by their phone number. */
  names?: ReadonlyMap<string, string>;
}

export function PurchaseTable({ purchases, notReceived, names = new Map() }: Props) {
  return <PurchaseRows rows={purchases.map((purchase) => toRow(purchase, { notReceived, names }))} />;
}

export type PurchaseRow = ReturnType<typeof toRow>;

function toRow(
  { id, ident, phone, phoneE164, state, cancelled, ...purchase }: PurchaseView,
  { notReceived, names }: Pick<Required<Props>, "notReceived" | "names">,
) {
  return {
    ident,
    phone,
    name: names.get(phoneE164) ?? "",
    state,
    cancelled,
    notReceived: notReceived.has(id),
    network: purchase.networkName,
    plan: formatPlanName(purchase),
    type: purchase.typeName,
    placed: toTimeText(purchase.placedAt),
    ...formatDayAndClock(purchase.placedAt),
    price: formatMoney(purchase.price),
  };
}

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
