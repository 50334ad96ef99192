import { formatMoney } from "#lib/core/money";
import { exactTime } from "#lib/core/time";
import type { CustomerOrderView } from "#lib/shop/find-order";
import { Facts } from "../../../../../ui/facts.tsx";
import { Money } from "../../../../../ui/money.tsx";
import { PrintButton, ShareFile } from "../../../../_shop/acts.tsx";
import type { Page } from "../../../../_shop/document.tsx";
import { Frame, SmallHead } from "../../../../_shop/frame.tsx";
import { deliveryWords, paymentWords, planLine } from "../../../../_shop/order-words.ts";

/** An order on paper. It says how it stands, also when that is not "Paid" or "Delivered". */
export function receipt(order: CustomerOrderView, code: string): Page {
  return { title: "Receipt", active: true, body: <Receipt order={order} code={code} /> };
}

function Receipt({ order, code }: { order: CustomerOrderView; code: string }) {
  const { shop, delivery, paidAt } = order;
  return (
    <Frame hue={shop.hue}>
      <article className="rounded-lg border border-line bg-surface p-5 print:border-0 print:p-0">
        <SmallHead shop={shop} />
        <h1 className="text-muted">Receipt {order.reference}</h1>
        <p className="mt-2">
          <Money text={formatMoney(order.price)} size="hero" />
        </p>
        <p className="mt-1 text-lg">
          {order.networkName} {planLine(order)}
        </p>
        <div className="mt-5 border-line border-t pt-2">
          <Facts
            facts={[
              { label: "For", value: order.phone ?? "Deleted" },
              { label: "Ordered", value: exactTime(order.placedAt) },
              {
                label: "Payment",
                value: order.payment === "awaiting" ? "Not paid yet" : paymentWords(order).word,
              },
              ...(paidAt ? [{ label: "Paid", value: exactTime(paidAt) }] : []),
              { label: "Delivery", value: deliveryWords(delivery).word },
              ...(delivery?.state === "successful" && delivery.settledAt
                ? [{ label: "Delivered", value: exactTime(delivery.settledAt) }]
                : []),
              ...(shop.phone ? [{ label: "Shop", value: shop.phone.text }] : []),
            ]}
          />
        </div>
      </article>
      <div className="mt-5 flex flex-wrap items-center justify-center gap-4 print:hidden">
        <ShareFile href={`/s/${shop.slug}/o/${code}/receipt/png`} name={`receipt-${order.reference}.png`}>
          Picture
        </ShareFile>
        <ShareFile href={`/s/${shop.slug}/o/${code}/receipt/pdf`} name={`receipt-${order.reference}.pdf`}>
          PDF
        </ShareFile>
        <PrintButton />
        <a
          href={`/s/${shop.slug}/o/${code}`}
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          Back to the order
        </a>
      </div>
    </Frame>
  );
}
