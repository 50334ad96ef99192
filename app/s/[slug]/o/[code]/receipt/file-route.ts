import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import type { Receipt } from "#lib/core/receipt";
import { exactTime } from "#lib/core/time";
import { type CustomerOrderView, findOrder } from "#lib/shop/find-order";
import { fileResponse } from "#lib/web/file-response";
import { route } from "#lib/web/route";
import { deliveryWords, paymentWords, planLine } from "../../../../_shop/order-words.ts";

const TYPES = { png: "image/png", pdf: "application/pdf" } as const;

interface Context {
  params: Promise<{ slug: string; code: string }>;
}

/** The route of an order's receipt as a file, for who has the order's address. */
export function fileRoute(
  kind: keyof typeof TYPES,
  draw: (whose: string, receipt: Receipt) => Promise<Buffer>,
) {
  return route(
    async (ctx, _request: Request, { params }: Context) => {
      const asked = await params;
      const order = await findOrder(ctx, asked);
      const file = await draw(`order ${asked.code}`, receiptOf(order));
      return fileResponse(file, TYPES[kind], `receipt-${order.reference}.${kind}`);
    },
    { who: "visitor" },
  );
}

function receiptOf(order: CustomerOrderView): Receipt {
  const { shop, reference, networkName, phone, price, placedAt, paidAt, delivery } = order;
  const payment = order.payment === "awaiting" ? "Not paid yet" : paymentWords(order).word;
  const delivered = delivery?.state === "successful" && delivery.settledAt;
  return {
    ...{ seller: shop.name, hue: shop.hue, title: `Receipt ${reference}`, state: payment },
    number: phone ?? "",
    plan: `${networkName} ${planLine(order)}`,
    price: formatMoney(price),
    facts: [
      ["Ordered", exactTime(placedAt)],
      ...(paidAt ? [["Paid", exactTime(paidAt)] as const] : []),
      ["Delivery", deliveryWords(delivery).word],
      ...(delivered ? [["Delivered", exactTime(delivered)] as const] : []),
      ...(shop.phone ? [["Shop", shop.phone.text] as const] : []),
    ],
    end: `Made with ${env().PORTAL_NAME}.`,
    at: (delivered || paidAt) ?? placedAt,
  };
}
