import { toTimeText } from "#app/ui/time";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { formatDayAndClock } from "#lib/core/time/time";
import type { OwnPurchaseView, PurchaseView } from "#lib/purchase/read/purchase-columns";

interface Marks {
  /** Ids of the purchases with an open delivery issue. */
  notReceived: ReadonlySet<number>;
  /** Names of saved customers by their phone number. */
  names?: ReadonlyMap<string, string>;
  /** Whether the reader sees the selling price instead of the price. */
  isCostHidden?: boolean;
}

export type PurchaseRow = ReturnType<typeof toPurchaseRow>;

export function toPurchaseRow(
  {
    id,
    ident,
    phone,
    phoneE164,
    state,
    cancelled,
    ...purchase
  }: PurchaseView & Partial<Pick<OwnPurchaseView, "soldBy" | "sellingPrice">>,
  { notReceived, names, isCostHidden = false }: Marks,
) {
  const amount = isCostHidden ? (purchase.sellingPrice ?? null) : purchase.price;
  return {
    ident,
    phone,
    soldBy: purchase.soldBy ?? "",
    name: names?.get(phoneE164) ?? "",
    state,
    cancelled,
    notReceived: notReceived.has(id),
    network: purchase.networkName,
    plan: formatPlanName(purchase),
    type: purchase.typeName,
    placed: toTimeText(purchase.placedAt),
    ...formatDayAndClock(purchase.placedAt),
    price: amount === null ? "" : formatMoney(amount),
    isCost: !isCostHidden,
  };
}
