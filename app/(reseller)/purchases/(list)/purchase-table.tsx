import { toTimeText } from "#app/ui/time";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { PurchaseRows } from "./purchase-rows.tsx";

interface Props {
  purchases: readonly PurchaseView[];
  /** Ids of the purchases with an open delivery issue. */
  notReceived: ReadonlySet<number>;
}

/** A reseller's purchases; each row opens its purchase. */
export function PurchaseTable({ purchases, notReceived }: Props) {
  return (
    <PurchaseRows
      rows={purchases.map(({ id, ident, phone, state, cancelled, ...purchase }) => ({
        ...{ ident, phone, state, cancelled, notReceived: notReceived.has(id) },
        network: purchase.networkName,
        plan: formatPlanName(purchase),
        type: purchase.typeName,
        placed: toTimeText(purchase.placedAt),
        price: formatMoney(purchase.price),
      }))}
    />
  );
}
