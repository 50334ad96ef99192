import { formatPlanLine, orderDeliveryLabel, orderPaymentLabel } from "#app/s/_shop/order-labels.ts";
import { ShopPrintButton, ShopShareButton } from "#app/s/_shop/shop-controls";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { ShopFrame, SmallShopHead } from "#app/s/_shop/shop-frame";
import { DescriptionList } from "#app/ui/description-list";
import { Money } from "#app/ui/money";
import { formatMoney } from "#lib/core/money/money";
import { formatDateTime } from "#lib/core/time/time";
import type { CustomerOrderView } from "#lib/shop/order/find-order";

/** A printable order with its status, also before it is paid or delivered. */
export function receiptPage(order: CustomerOrderView, code: string): ShopHtmlPage {
  return { title: "Receipt", active: true, body: <ReceiptContent order={order} code={code} /> };
}

function ReceiptContent({ order, code }: { order: CustomerOrderView; code: string }) {
  const { shop, delivery, paidAt } = order;
  return (
    <ShopFrame shop={shop}>
      <article className="overflow-hidden rounded-lg border border-line bg-surface p-5 print:border-0 print:p-0">
        <div className="awning -mx-5 -mt-5 mb-4 print:mx-0 print:mt-0" />
        <SmallShopHead shop={shop} />
        <h1 className="text-muted">Receipt {order.reference}</h1>
        <p className="mt-2">
          <Money text={formatMoney(order.price)} size="hero" />
        </p>
        <p className="mt-1 text-lg">
          {order.networkName} {formatPlanLine(order)}
        </p>
        <div className="mt-5 border-line border-t pt-2">
          <DescriptionList
            facts={[
              { label: "For", value: order.phone ?? "Deleted" },
              { label: "Ordered", value: formatDateTime(order.placedAt) },
              {
                label: "Payment",
                value: order.payment === "awaiting" ? "Awaiting payment" : orderPaymentLabel(order).word,
              },
              ...(paidAt ? [{ label: "Paid", value: formatDateTime(paidAt) }] : []),
              { label: "Delivery", value: orderDeliveryLabel(delivery).word },
              ...(delivery?.state === "successful" && delivery.settledAt
                ? [{ label: "Delivered", value: formatDateTime(delivery.settledAt) }]
                : []),
              ...(shop.phone ? [{ label: "Shop", value: shop.phone.text }] : []),
              ...(shop.host ? [{ label: "Address", value: shop.host }] : []),
            ]}
          />
        </div>
      </article>
      <div className="mt-5 flex flex-wrap items-center justify-center gap-4 print:hidden">
        <ShopShareButton
          href={`/s/${shop.slug}/o/${code}/receipt/png`}
          name={`receipt-${order.reference}.png`}
        >
          Image
        </ShopShareButton>
        <ShopShareButton
          href={`/s/${shop.slug}/o/${code}/receipt/pdf`}
          name={`receipt-${order.reference}.pdf`}
        >
          PDF
        </ShopShareButton>
        <ShopPrintButton />
        <a
          href={`/s/${shop.slug}/o/${code}`}
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          Back to the order
        </a>
      </div>
    </ShopFrame>
  );
}
