import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatExactTime } from "#lib/core/time/time";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";

type DeliveredPurchase = Pick<
  PurchaseView,
  "networkName" | "size" | "volume" | "phone" | "phoneE164" | "placedAt" | "settledAt" | "ident"
>;

/** Builds the link to WhatsApp with the message that a customer's data is delivered, without a price. */
export function buildDeliveryMessageUrl(purchase: DeliveredPurchase, seller: string): string {
  const { phone, phoneE164, settledAt, placedAt, ident } = purchase;
  const text = [
    `${formatPlanName(purchase)} was delivered to ${phone} on ${formatExactTime(settledAt ?? placedAt)}.`,
    `Reference: ${ident}`,
    seller,
  ].join("\n");
  return `https://wa.me/${phoneE164.replace("+", "")}?text=${encodeURIComponent(text)}`;
}
