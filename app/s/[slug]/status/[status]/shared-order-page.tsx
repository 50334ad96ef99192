import { formatPlanLine, orderDeliveryLabel, orderPaymentLabel } from "#app/s/_shop/order-labels.ts";
import { OrderTimeline, orderStatePage } from "#app/s/_shop/order-state-page";
import type { ShopHtmlPage } from "#app/s/_shop/shop-document";
import { buildDeliverySteps, toOrderStep } from "#app/s/[slug]/o/[code]/order-text.ts";
import { StateBadge } from "#app/ui/badge";
import { DescriptionList } from "#app/ui/description-list";
import type { SharedOrderView } from "#lib/shop/order/shared-order";

/** Shows the status of an order to anyone who has its link. The page updates itself, and changes nothing. */
export function sharedOrderPage(order: SharedOrderView, status: string): ShopHtmlPage {
  const { shop, reference, phone } = order;
  const label = getStateLabel(order);
  return orderStatePage({
    order,
    path: `/s/${shop.slug}/status/${status}`,
    description: `${formatPlanLine(order)} from ${shop.name}: its status.`,
    children: (
      <>
        <div aria-live="polite">
          <h1 className="font-semibold text-2xl">{label.word}</h1>
          <p className="mt-2 text-muted">{getStateText(order)}</p>
        </div>
        <OrderTimeline steps={buildSharedSteps(order)} />
        <section aria-label="Order details" className="border-line border-t pt-2">
          <DescriptionList
            facts={[
              { label: "Status", value: <StateBadge {...label} /> },
              { label: "For", value: phone ?? "Deleted" },
              { label: "Network", value: order.networkName },
              { label: "Plan", value: formatPlanLine(order) },
              { label: "Reference", value: reference },
            ]}
          />
        </section>
      </>
    ),
  });
}

/** The delivery once it is paid, the payment before that. */
function getStateLabel({ payment, delivery }: SharedOrderView) {
  const isDelivering = payment === "received" && delivery !== null;
  return isDelivering
    ? orderDeliveryLabel(delivery)
    : orderPaymentLabel({ payment, online: null, paymentSentAt: null, waitingFor: null });
}

function getStateText({ payment, delivery, phone }: SharedOrderView): string {
  switch (payment) {
    case "awaiting":
      return "The data is sent when the order is paid.";
    case "expired":
      return "The order wasn’t paid in time. Nothing is sent.";
    case "rejected":
      return "The shop rejected the order. Nothing is sent.";
    case "refunded":
      return "The payment is refunded. Nothing more is sent.";
    case "received":
      break;
  }
  switch (delivery?.state) {
    case undefined:
      return "The data is sent next. This page updates automatically.";
    case "queued":
    case "sending":
      return "This takes seconds, sometimes a few minutes. This page updates automatically.";
    case "successful":
      return `The network confirmed that the data arrived at ${phone ?? "the number"}.`;
    case "unconfirmed":
      return "The network hasn’t confirmed delivery. Check the number’s data balance: it may have arrived.";
    case "failed":
    case "reversed":
      return "The shop tries again or refunds the payment.";
  }
}

function buildSharedSteps({ placedAt, paidAt, changedAt, payment, delivery }: SharedOrderView) {
  const steps = [toOrderStep("Order placed.", placedAt)];
  if (paidAt) steps.push(toOrderStep("Paid.", paidAt, "good"));
  if (delivery) steps.push(...buildDeliverySteps(delivery));
  if (payment === "rejected") steps.push(toOrderStep("The shop rejected the order.", changedAt, "bad"));
  if (payment === "expired") steps.push(toOrderStep("Not paid in time.", changedAt));
  if (payment === "refunded") steps.push(toOrderStep("Refunded.", changedAt));
  return steps;
}
