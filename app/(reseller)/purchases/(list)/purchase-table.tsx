import { formatMoney } from "#lib/core/money";
import type { PurchaseView } from "#lib/purchase/read/view";
import { sayIt } from "../../../ui/time.tsx";
import { PurchaseRows } from "./purchase-rows.tsx";

interface Props {
  purchases: readonly PurchaseView[];
  /** Those with an open case, by their numbers. */
  notReceived: ReadonlySet<number>;
}

/** A reseller's purchases; each row opens its purchase. */
export function PurchaseTable({ purchases, notReceived }: Props) {
  return (
    <PurchaseRows
      rows={purchases.map(({ id, ident, phone, state, cancelled, ...purchase }) => ({
        ...{ ident, phone, state, cancelled, notReceived: notReceived.has(id) },
        network: purchase.networkName,
        size: `${purchase.size} ${purchase.volume}`,
        type: purchase.typeName,
        placed: sayIt(purchase.placedAt),
        price: formatMoney(purchase.price),
      }))}
    />
  );
}
