import { formatPlanLine } from "#app/s/_shop/order-labels.ts";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { formatDecimal, formatMoney, type Minor } from "#lib/core/money/money";
import type { OrderView } from "#lib/shop/order/list-orders";

export type DeliveryFacts = NonNullable<ReturnType<typeof toDeliveryFacts>>;

/**
 * The cost and content of a delivery, formatted but for the values that are sent.
 * @returns null where there is nothing to deliver, or its plan isn't for sale.
 */
export function toDeliveryFacts(order: OrderView, wallet: Minor) {
  const { code, nextRef, cost, price, phone, networkName, otherNetwork, online } = order;
  if (nextRef === null || cost === null || phone === null) return null;
  const [profit, left] = [price - cost, wallet - cost];
  const earning = profit < 0n ? `You lose ${formatMoney(-profit)}` : `You keep ${formatMoney(profit)}`;
  return {
    code,
    /** The reference of the purchase, so that a second tap buys nothing more. */
    nextRef,
    phone,
    network: networkName,
    otherNetwork,
    /** The price the reseller pays, in minor units. */
    price: String(cost),
    cost: formatMoney(cost),
    plan: formatPlanLine(order),
    size: formatPlanSize(order),
    earning: online?.state === "paid" ? `${earning}, before the payment fee` : earning,
    walletAfter: formatMoney(left),
    missing: left < 0n ? { text: formatMoney(-left), amount: formatDecimal(-left) } : null,
  };
}
