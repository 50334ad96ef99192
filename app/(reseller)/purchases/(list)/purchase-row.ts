import { toTimeText } from "#app/ui/time";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { formatDayAndClock } from "#lib/core/time/time";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";

interface Marks {
  /** Ids of the purchases with an open delivery issue. */
  notReceived: ReadonlySet<number>;
  /** Names of saved customers by their phone number. */
  names?: ReadonlyMap<string, string>;
}

export type PurchaseRow = ReturnType<typeof toPurchaseRow>;

export function toPurchaseRow(
  { id, ident, phone, phoneE164, state, cancelled, ...purchase }: PurchaseView & { soldBy?: string | null },
  { notReceived, names }: Marks,
) {
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
    price: formatMoney(purchase.price),
  };
}
