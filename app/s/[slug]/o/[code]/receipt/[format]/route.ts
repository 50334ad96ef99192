import { formatPlanLine, orderDeliveryLabel, orderPaymentLabel } from "#app/s/_shop/order-labels.ts";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money/money";
import { formatDateTime } from "#lib/core/time/time";
import type { Receipt } from "#lib/drawing/receipt";
import { receiptResponse } from "#lib/request/receipt-response";
import { defineRoute } from "#lib/request/route";
import { type CustomerOrderView, findOrder } from "#lib/shop/order/find-order";

/** Serves an order's receipt as a file, to anyone who has the order's address. */
export const GET = defineRoute(
  async (
    ctx,
    _request: Request,
    { params }: { params: Promise<{ slug: string; code: string; format: string }> },
  ) => {
    const { format, ...path } = await params;
    const order = await findOrder(ctx, path);
    const { reference } = order;
    return receiptResponse(ctx, format, {
      owner: `order ${path.code}`,
      receipt: toReceipt(order),
      reference,
    });
  },
  { audience: "visitor" },
);

function toReceipt(order: CustomerOrderView): Receipt {
  const { shop, reference, networkName, phone, price, placedAt, paidAt, delivery } = order;
  const payment = order.payment === "awaiting" ? "Awaiting payment" : orderPaymentLabel(order).word;
  const delivered = delivery?.state === "successful" && delivery.settledAt;
  return {
    seller: shop.name,
    hue: shop.hue,
    title: `Receipt ${reference}`,
    state: payment,
    number: phone ?? "",
    plan: `${networkName} ${formatPlanLine(order)}`,
    price: formatMoney(price),
    facts: [
      ["Ordered", formatDateTime(placedAt)],
      ...(paidAt ? [["Paid", formatDateTime(paidAt)] as const] : []),
      ["Delivery", orderDeliveryLabel(delivery).word],
      ...(delivered ? [["Delivered", formatDateTime(delivered)] as const] : []),
      ...(shop.phone ? [["Shop", shop.phone.text] as const] : []),
      ...(shop.host ? [["Address", shop.host] as const] : []),
    ],
    end: `Made with ${env().PORTAL_NAME}.`,
    at: (delivered || paidAt) ?? placedAt,
  };
}
